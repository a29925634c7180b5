import { Instrumenter } from '@stryker-mutator/instrumenter'

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }
const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }

/** The mutants of a text, without the text that has them in it. */
export async function mutantsOf(file, text) {
  const { mutants } = await new Instrumenter(silent, undefined, () => '').instrument(
    [source(file, text, true)],
    options,
  )
  return mutants.map(({ location, mutatorName, replacement }) => ({ location, mutatorName, replacement }))
}

/**
 * Texts that have mutants in them, each behind a switch. What else the mutators make within the same places is there too, and is never
 * switched on. Returns the texts and, for each mutant, the id of its switch.
 */
export async function instrument(texts, mutants) {
  const files = [...texts].map(([file, text]) => source(file, text, rangesIn(file, mutants)))
  const result = await new Instrumenter(silent).instrument(files, options)
  const ids = new Map(result.mutants.map((mutant) => [keyOf({ ...mutant, file: mutant.fileName }), mutant.id]))
  return {
    texts: new Map(result.files.map(({ name, content }) => [name, content])),
    ids: new Map(mutants.map((mutant) => [mutant, ids.get(keyOf(mutant))])),
  }
}

function rangesIn(file, mutants) {
  return mutants.filter((mutant) => mutant.file === file).map(({ location }) => location)
}

function source(name, content, mutate) {
  return { name, content, mutate }
}

function keyOf({ file, location: { start, end }, mutatorName, replacement }) {
  return JSON.stringify([file, start.line, start.column, end.line, end.column, mutatorName, replacement])
}
