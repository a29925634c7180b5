const windowMicros = 300_000
const leastWarmUp = 2_400_000
const mostWarmUp = 6_000_000
const sampleMicros = 150_000

/**
 * @typedef {object} Batch
 * @property {number} count How many calls it makes.
 * @property {() => Promise<void>} work Makes them. What it takes the driver to prepare them costs the program nothing.
 * @property {() => Promise<void>} [after] What is not measured: cleaning up.
 */

/**
 * A contender whose calls are timed: microseconds of CPU for each. A sample repeats the batch until `program` has used a
 * fixed amount of CPU time, the same for all contenders, whatever a call takes them.
 *
 * It is warmed up until its figure holds still: until two windows in a row differ by less than 5 %. What is compiled late
 * needs some seconds, so there is a least time; on a busy machine nothing holds still, so there is a most.
 *
 * @param {Batch} batch
 */
export async function timedSubject(program, batch, close) {
  let spent = 0
  let change = Number.POSITIVE_INFINITY
  let last = Number.POSITIVE_INFINITY
  while (spent < mostWarmUp && (spent < leastWarmUp || change > 0.05)) {
    const { used, calls } = await repeat(program, batch, windowMicros)
    spent += used
    change = Math.abs(used / calls / last - 1)
    last = used / calls
  }
  const sample = async () => {
    const { used, calls } = await repeat(program, batch, sampleMicros)
    return used / calls
  }
  return { sample, close }
}

/** The CPU time that was used, and for how many calls, when it is at least `micros`. */
async function repeat(program, { count, work, after }, micros) {
  let used = 0
  let calls = 0
  while (used < micros) {
    const before = await program.cpu()
    await work()
    used += (await program.cpu()) - before
    calls += count
    await after?.()
  }
  return { used, calls }
}
