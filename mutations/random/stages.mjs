import { nameOf } from './report.mjs'
import { layerOf } from './sources.mjs'

/**
 * Tries mutants against tests in four stages: the tests beside them, those that import their file, those of what is built that are
 * about their part, and all others. Each stage first runs its tests without a mutant, to see which mutants they reach, and how long
 * they take; a mutant meets only tests that reach it.
 */
export class Stages {
  #runners
  #choice
  #report
  #known = new Map()

  constructor(runners, choice, report) {
    this.#runners = runners
    this.#choice = choice
    this.#report = report
  }

  /** The trials of those mutants, with `by` where one was killed and `isReached` where a test comes by. */
  async run(mutants, { isShort }) {
    const trials = mutants.map((mutant) => ({ mutant, tried: new Set(), isReached: false }))
    const stages = [
      ['beside', ({ file }) => this.#choice.beside(file)],
      ['importing', ({ file }) => this.#choice.importing(file)],
      ['about its part', ({ file }) => this.#choice.about(layerOf(file))],
      ['of the whole', () => this.#choice.whole()],
    ]
    for (const [name, testsOf] of stages.slice(0, isShort ? 3 : 4)) {
      await this.#stage(
        name,
        trials.filter(({ by }) => by === undefined),
        testsOf,
      )
    }
    return trials
  }

  async #stage(name, trials, testsOf) {
    const wanted = new Map(
      trials.map((trial) => [trial, testsOf(trial.mutant).filter((test) => !trial.tried.has(test))]),
    )
    const unknown = [...new Set([...wanted.values()].flat())].filter((test) => !this.#known.has(test))
    this.#report(`${name}: ${trials.length} mutants, ${unknown.length} test files to run without one`)
    await this.#each(unknown, async (test, runner) => {
      const reached = await runner.reach(test, `file${this.#known.size}x${unknown.indexOf(test)}`, unmutatedMs)
      this.#known.set(test, reached)
      if (reached.isFailed) this.#report(`left out, since it fails without a mutant: ${test}`)
    })
    await this.#each(trials, (trial, runner) => this.#try(trial, wanted.get(trial), runner))
  }

  async #try(trial, tests, runner) {
    const { id } = trial.mutant
    const reaching = tests.filter((test) => this.#known.get(test).ids.has(id) && !this.#known.get(test).isFailed)
    for (const test of tests) trial.tried.add(test)
    if (reaching.length === 0) return
    trial.isReached = true
    const files = this.#affordable(reaching)
    const normalMs = files.reduce((sum, test) => sum + this.#known.get(test).ms, 0)
    const killer = await runner.try(files, id, hangMs + hangFactor * normalMs)
    if (killer === undefined || (killer.isTimeout && (await this.#isSlowAnyway(killer.file, runner)))) return
    trial.by = `${killer.file} › ${killer.test}`
    trial.isTimeout = killer.isTimeout
    this.#report(`${nameOf(trial.mutant)}: killed by ${trial.by}`)
  }

  /** A time-out counts where the same file passes right after without the mutant. */
  async #isSlowAnyway(test, runner) {
    const { isFailed } = await runner.reach(test, 'again', unmutatedMs)
    return isFailed
  }

  /** The first always, and others as long as they take a minute together. */
  #affordable(tests) {
    let sum = 0
    return tests.filter((test, index) => {
      sum += this.#known.get(test).ms
      return index === 0 || sum <= enoughMs
    })
  }

  /** Each runner takes the next one. */
  async #each(list, action) {
    const rest = [...list]
    const take = async (runner) => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await action(item, runner)
    }
    await Promise.all(this.#runners.map(take))
  }
}

const unmutatedMs = 300_000
const enoughMs = 60_000
/** A run is a hang after three times what its files take without a mutant, and half a minute. */
const hangFactor = 3
const hangMs = 30_000
