/**
 * The functions that the mutators call, as a line at the beginning of a file. The id of the mutant that is on comes from `PATH`, which
 * programs hand on even where they hand on nothing else of their environment; a page of a browser has it in a global. Which switches
 * were reached is written down by those whose `PATH` says where.
 */
export function withSwitches(text, folder) {
  const [, first, rest] = /^(#!.*\n)?([^]*)$/.exec(text)
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
  const active = globalThis.__omniportMutant__ ?? /\/omniport-mutant-(\w+)/.exec(path)?.[1]
  const fromPage = globalThis.__omniportReach__
  const seen = new Set()
  const write = (id) => {
    const name = /\/omniport-reach-(\w+)/.exec(globalThis.process?.env?.['PATH'] ?? '')?.[1]
    if (name !== undefined) {
      globalThis.process.getBuiltinModule?.('node:fs').appendFileSync(`${folder}/${name}`, `${id}\n`)
      seen.add(id)
    }
  }
  const reach = (ids) => {
    for (const id of ids.filter((id) => !seen.has(id))) {
      if (fromPage === undefined) write(id)
      else void fromPage(id)
    }
  }
  return { active, reach }
}
