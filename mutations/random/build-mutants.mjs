import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { addBrowserSwitches } from './browser-switches.mjs'
import { instrument } from './instrument.mjs'
import { withSwitches } from './switches.mjs'
import { reachFolder } from './test-runner.mjs'

/** Builds the copy once, with all those mutants in it, each behind a switch. Returns them with the ids of their switches. */
export async function buildMutants(mutants, copy, programs) {
  const texts = new Map(mutants.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')]))
  const instrumented = await instrument(texts, mutants)
  mkdirSync(reachFolder(copy))
  for (const [file, text] of instrumented.texts) writeFileSync(join(copy, file), withSwitches(text, reachFolder(copy)))
  addBrowserSwitches(copy)
  const base = join(copy, 'tsconfig.base.json')
  const config = JSON.parse(readFileSync(base, 'utf8'))
  config.compilerOptions.noCheck = true // a switch is of no type
  writeFileSync(base, JSON.stringify(config))
  const build = join('scripts', 'build.mjs')
  const { code, output } = await programs.run(process.execPath, [build], { cwd: copy, timeoutMs: buildMs })
  if (code !== 0) throw new Error(`the mutants cannot be built:\n${output}`)
  return mutants.map((mutant) => ({ ...mutant, id: instrumented.ids.get(mutant) }))
}

const buildMs = 900_000
