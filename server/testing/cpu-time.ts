/** Milliseconds of processor time this process has used: unlike the clock, it does not run while others work. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
