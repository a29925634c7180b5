/**
 * The functions that the mutators call, as a line at the beginning of a file. The id of the mutant that is on comes from `PATH`, which
 * programs hand on even where they hand on nothing else of their environment; a page of a browser has it in a global. Which switches
 * were reached is written down by those whose `PATH` says where.
 */
export function withSwitches(text, folder) {
  const [, first, rest] = /^(#!.*\n)?([\s\S]*)$/.exec(text)
  return `${first ?? ''}// @ts-nocheck\n${functions(folder)}\n${rest}`
}

/** The part of a `PATH` that switches a mutant on. */
export function toMutantMark(id) {
  return `/omniport-mutant-${id}`
}

/** The part of a `PATH` that has the switches written down that are reached. */
export function toReachMark(name) {
  return `/omniport-reach-${name}`
}

function functions(folder) {
  return [
    `function omniportMutants() { return (globalThis.__omniportMutants__ ??= (${createState})(${JSON.stringify(folder)})) }`,
    'function stryMutAct_9fa48(id) { return omniportMutants().active === id }',
    'function stryCov_9fa48(...ids) { omniportMutants().reach(ids) }',
  ].join('\n')
}

/** Its text is put into the files: it uses nothing from here, and has no comments. */
function createState(folder) {
  const path = globalThis.process?.env?.['PATH'] ?? ''
  const name = /\/omniport-reach-(\w+)/.exec(path)?.[1]
  const active = globalThis.__omniportMutant__ ?? /\/omniport-mutant-(\w+)/.exec(path)?.[1]
  const write = (id) => globalThis.process.getBuiltinModule('node:fs').appendFileSync(`${folder}/${name}`, `${id}\n`)
  const note = globalThis.__omniportReach__ ?? (name === undefined ? () => {} : write)
  const seen = new Set()
  const reach = (ids) => {
    for (const id of ids) {
      if (!seen.has(id)) note(id)
      seen.add(id)
    }
  }
  return { active, reach }
}
