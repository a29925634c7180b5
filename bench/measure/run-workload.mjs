import { MeasuredProcess } from './measured-process.mjs'

/**
 * @typedef {object} Subject A contender that is ready: warmed up, and its answers checked.
 * @property {() => Promise<number>} sample One figure, or one of those that a figure is the mean of.
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Target
 * @property {'ratio' | 'over' | 'value'} of What is held to it: the ratio to the limit, what is over the limit, or the figure itself.
 * @property {number} most
 *
 * @typedef {object} Workload
 * @property {string} name As it is asked for on the command line.
 * @property {string} title
 * @property {string} unit
 * @property {readonly string[]} contenders
 * @property {string} [limit] The contender that the others are compared with. Default: `raw`.
 * @property {Target} [target] What `omniport`, and every variant of it, should reach.
 * @property {number} [rounds] Where fewer are enough, because little varies.
 * @property {number} [samples] How many each figure is the mean of. Default: 1.
 * @property {(contender: string, scale: number) => Promise<Subject>} open `scale` says how much work, 1 for a full run.
 */

/**
 * Gets a figure of each contender in each round, from samples that alternate in an order that rotates, so that whatever else
 * the machine does meets all of them. One that answers wrong or ends is a failure, and has no figures.
 *
 * With `against`, the folder of another checkout that has been built, `before` is a contender too, and what the
 * others are compared with: this library as it is there.
 *
 * @param {Workload} workload
 */
export async function runWorkload(workload, { rounds, contenders, scale, against }) {
  const measured = workload.contenders.find((name) => name.startsWith('omniport'))
  const all = against === undefined || measured === undefined ? workload.contenders : [...workload.contenders, before]
  const within = (contender, work) => MeasuredProcess.within(contender === before ? against : undefined, work)
  const figures = new Map()
  const failures = new Map()
  const subjects = new Map()
  const attempt = async (contender, work) => {
    try {
      await work()
    } catch (error) {
      failures.set(contender, error.message)
      figures.delete(contender)
      await subjects.get(contender)?.close()
      subjects.delete(contender)
    }
  }
  for (const contender of all.filter((name) => contenders === undefined || contenders.includes(name))) {
    await attempt(contender, async () => {
      const opened = within(contender, () => workload.open(contender === before ? measured : contender, scale))
      subjects.set(contender, await opened)
      figures.set(contender, [])
    })
  }
  const samples = Math.max(Math.round((workload.samples ?? 1) * scale), 1)
  for (let round = 0; round < Math.min(rounds, workload.rounds ?? rounds); round += 1) {
    for (const contender of subjects.keys()) figures.get(contender).push(0)
    for (let turn = 0; turn < samples; turn += 1) {
      for (const contender of rotated([...subjects.keys()], round + turn)) {
        await attempt(contender, async () => {
          const sample = await within(contender, () => subjects.get(contender).sample())
          figures.get(contender)[round] += sample / samples
        })
      }
    }
  }
  for (const subject of subjects.values()) await subject.close()
  await MeasuredProcess.endAll()
  return { workload: against === undefined ? workload : { ...workload, limit: before }, figures, failures }
}

const before = 'before'

function rotated(names, by) {
  const start = by % Math.max(names.length, 1)
  return [...names.slice(start), ...names.slice(0, start)]
}
