/** Runs `work` and says how many microseconds of CPU time `program` used for each of `count` calls. */
export async function cpuPerCall(program, count, work) {
  const before = await program.cpu()
  await work()
  return ((await program.cpu()) - before) / count
}
