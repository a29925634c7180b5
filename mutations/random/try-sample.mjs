import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { originalOf } from './apply-mutant.mjs'
import { buildMutants } from './build-mutants.mjs'
import { TestChoice } from './choose-tests.mjs'
import { shuffle } from './draw.mjs'
import { reasonOf } from './equivalent.mjs'
import { allMutants } from './mutants.mjs'
import { findRefused } from './refused.mjs'
import { toReport } from './report.mjs'
import { layerOf } from './sources.mjs'
import { Stages } from './stages.mjs'
import { TestRunner } from './test-runner.mjs'

/** Draws mutants at random, of all or as many in each layer, and prints how many of them the tests kill. Returns the trials. */
export async function trySample({ root, copy, programs, count, seed, layers, isShort }) {
  const start = Date.now()
  const log = (text) => console.log(`${String(Math.round((Date.now() - start) / 1_000)).padStart(5)} s  ${text}`)
  const all = shuffle(await allMutants(root), seed)
  const drawn = []
  for (const layer of layers ?? [undefined]) {
    const own = layer === undefined ? all : all.filter(({ file }) => layerOf(file) === layer)
    log(`${layer ?? 'all'}: ${count} of ${own.length} mutants, seed ${seed}`)
    drawn.push(...(await draw({ all: own, count, copy, programs }, log)))
  }
  const originals = new Map()
  for (const mutant of await buildMutants(drawn, copy, programs)) {
    originals.set(mutant, originalOf(readFileSync(join(root, mutant.file), 'utf8'), mutant))
  }
  log('built, each behind a switch')
  const runners = Array.from({ length: availableParallelism() }, (_, at) => new TestRunner(copy, `${copy}-${at}/`))
  try {
    const trials = await new Stages(runners, new TestChoice(copy), log).run([...originals.keys()], { isShort })
    for (const trial of trials) trial.equivalent = reasonOf(trial.mutant, originals.get(trial.mutant))
    log('done\n')
    console.log(toReport(trials, originals))
    return trials
  } finally {
    for (const runner of runners) runner.stop()
  }
}

/** The first ones that compile. */
async function draw({ all, count, copy, programs }, log) {
  const drawn = []
  let from = 0
  let refused = 0
  while (drawn.length < count && from < all.length) {
    const missing = count - drawn.length
    const candidates = all.slice(from, from + missing + Math.ceil(missing / 4))
    const bad = await findRefused(candidates, copy, programs)
    for (const mutant of candidates) {
      if (drawn.length === count) break
      from += 1
      if (bad.has(mutant)) refused += 1
      else drawn.push(mutant)
    }
  }
  log(`${refused} others were drawn that the compiler refuses: they are no programs`)
  return drawn
}
