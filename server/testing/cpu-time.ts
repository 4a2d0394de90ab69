/** Milliseconds of processor time this thread has used: unlike the clock, it does not run while others work. */
export function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
