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
    texts: new Map(result.files.map(({ name, content }) => [name, withHoisted(content)])),
    ids: new Map(mutants.map((mutant) => [mutant, ids.get(keyOf(mutant))])),
  }
}

/**
 * Where the parameters of a declared function have a mutant, all of the function stands twice, in the blocks of a condition. There
 * nothing outside would find it: it is put into a variable.
 */
function withHoisted(text) {
  const lines = text.split('\n')
  for (const [from, line] of lines.entries()) {
    const [, indent] = /^(\s*)if \(stryMutAct_9fa48\("\d+"\)\) \{$/.exec(line) ?? []
    if (indent === undefined) continue
    const to = lines.indexOf(`${indent}}`, from)
    const names = new Set()
    for (let at = from + 1; at < to; at += 1) {
      lines[at] = lines[at].replace(declared(indent), (_, start, words, name) => {
        names.add(name)
        return `${start}${name} = ${words}${name}`
      })
    }
    if (names.size > 0) lines[from] = `${indent}var ${[...names].join(', ')}\n${line}`
  }
  return lines.join('\n')
}

function declared(indent) {
  return new RegExp(`^(${indent}  )((?:async )?function\\*? )([\\w$]+)`)
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
