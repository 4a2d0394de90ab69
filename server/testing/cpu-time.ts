/** Returns the processor time that this thread used, in milliseconds. Unlike the clock, it excludes the work of others. */
export function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
