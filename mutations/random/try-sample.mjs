import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { lineOf, originalOf } from './apply-mutant.mjs'
import { buildMutants } from './build-mutants.mjs'
import { TestChoice } from './choose-tests.mjs'
import { shuffle } from './draw.mjs'
import { reasonOf } from './equivalent.mjs'
import { allMutants } from './mutants.mjs'
import { findRefused } from './refused.mjs'
import { toReport } from './report.mjs'
import { isIn } from './sample-options.mjs'
import { Stages } from './stages.mjs'
import { TestRunner } from './test-runner.mjs'

/** Draws mutants at random, of all or as many in each part, and prints how many of them the tests kill. Returns the trials. */
export async function trySample({ root, copy, programs, count, seed, parts, stages }) {
  const start = Date.now()
  const log = (text) => console.log(`${String(Math.round((Date.now() - start) / 1_000)).padStart(5)} s  ${text}`)
  const all = shuffle(await allMutants(root), seed)
  const drawn = []
  for (const part of parts ?? [undefined]) {
    const own = part === undefined ? all : all.filter(({ file }) => isIn(file, part))
    log(`${part ?? 'all'}: ${count} of ${own.length} mutants, seed ${seed}`)
    drawn.push(...(await draw({ all: own, count, copy, programs }, log)))
  }
  const originals = new Map()
  const textOf = ({ file }) => readFileSync(join(root, file), 'utf8')
  for (const mutant of await buildMutants(drawn, copy, programs)) {
    originals.set(mutant, originalOf(textOf(mutant), mutant))
  }
  log('built, each behind a switch')
  const runners = Array.from({ length: availableParallelism() }, (_, at) => new TestRunner(copy, `${copy}-${at}/`))
  try {
    const subsets = listSubsets(root)
    const choice = new TestChoice(copy, subsets.get('test:fast'))
    const trials = await new Stages(runners, choice, log).run([...originals.keys()], { stages })
    for (const trial of trials) {
      const { mutant } = trial
      trial.equivalent = reasonOf(mutant, originals.get(mutant), lineOf(textOf(mutant), mutant))
    }
    log('done\n')
    console.log(toReport(trials, originals, subsets))
    return trials
  } finally {
    for (const runner of runners) runner.stop()
  }
}

/** The files of the commands that do not run all tests. */
function listSubsets(root) {
  const commands = [
    ['test:fast', 'fast'],
    ['npm test', 'usual'],
  ]
  return new Map(commands.map(([name, mode]) => [name, listTests(root, mode)]))
}

/** The test files of a mode of `vitest.config.ts`. */
function listTests(root, mode) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--mode', mode, '--filesOnly', '--json']
  const files = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }))
  return new Set(files.map(({ file }) => relative(root, file)))
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
