import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { applyMutant } from './apply-mutant.mjs'

/**
 * The mutants that the compiler refuses: nobody could have written them. As many are checked at once as there are files with one, since
 * the errors of a file tell on the mutant in it.
 */
export async function findRefused(mutants, copy, programs) {
  const refused = new Set()
  for (const round of toRounds(mutants)) {
    for (const mutant of await checkRound(round, copy, programs)) refused.add(mutant)
  }
  return refused
}

const project = 'tsconfig.mutants.json'

/** Only the files themselves and what they import; a mutant may well leave a variable unused. */
function configOf(files) {
  return {
    extends: './tsconfig.check.json',
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    files,
    include: [],
  }
}

/** The first mutants of all files, then the second ones … */
function toRounds(mutants) {
  const rounds = []
  for (const mutant of mutants) {
    const round = rounds.find((others) => others.every(({ file }) => file !== mutant.file))
    if (round === undefined) rounds.push([mutant])
    else round.push(mutant)
  }
  return rounds
}

async function checkRound(round, copy, programs) {
  const texts = round.map(({ file }) => readFileSync(join(copy, file), 'utf8'))
  for (const [index, mutant] of round.entries())
    writeFileSync(join(copy, mutant.file), applyMutant(texts[index], mutant))
  writeFileSync(join(copy, project), JSON.stringify(configOf(round.map(({ file }) => file))))
  try {
    const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
    const args = [tsc, '-p', project, '--pretty', 'false']
    const { code, isOver, output } = await programs.run(process.execPath, args, { cwd: copy, timeoutMs: checkMs })
    const files = new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, file]) => file))
    if (isOver || (code !== 0 && files.size === 0))
      throw new Error(`the compiler did not say what it refuses:\n${output}`)
    return round.filter(({ file }) => files.has(file))
  } finally {
    for (const [index, { file }] of round.entries()) writeFileSync(join(copy, file), texts[index])
  }
}

const checkMs = 600_000
