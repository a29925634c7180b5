/**
 * The functions that the mutators call, which a line at the beginning of a file makes global, so that no bundler renames them. The id of
 * the mutant that is on comes from `PATH`, which programs hand on even where they hand on nothing else of their environment; a page of a
 * browser has it in a global. Which switches were reached is written down by those whose `PATH` says where.
 */
export function withSwitches(text, folder) {
  const [, first, rest] = /^(#!.*\n)?([\s\S]*)$/.exec(text)
  return `${first ?? ''}// @ts-nocheck\n;(${defineSwitches})(${JSON.stringify(folder)})\n${rest}`
}

/** The part of a `PATH` that switches a mutant on. */
export function toMutantMark(id) {
  return `/omniport-mutant-${id}`
}

/** The part of a `PATH` that has the switches written down that are reached. */
export function toReachMark(name) {
  return `/omniport-reach-${name}`
}

/**
 * Its text is put into the files: it uses nothing from here, and has no comments. Functions whose own text is put into a page leave their
 * file behind, so there each switch is what it is at that time. Tests replace `process`: all of it is read at once.
 */
function defineSwitches(folder) {
  if (globalThis.stryMutAct_9fa48 !== undefined) return
  const path = globalThis.process?.env?.['PATH'] ?? ''
  const name = /\/omniport-reach-(\w+)/.exec(path)?.[1]
  const active = globalThis.__omniportMutant__ ?? /\/omniport-mutant-(\w+)/.exec(path)?.[1]
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  const write = (id) => files.appendFileSync(`${folder}/${name}`, `${id}\n`)
  const note = globalThis.__omniportReach__ ?? (name === undefined ? () => {} : write)
  const seen = new Set()
  const reach = (ids) => {
    for (const id of ids) {
      if (!seen.has(id)) note(id)
      seen.add(id)
    }
  }
  const textOf = Function.prototype.toString
  Function.prototype.toString = function toResolvedText() {
    const text = textOf.call(this)
    for (const [, ids] of text.matchAll(/\bstryCov_9fa48\(([^)]*)\)/g)) reach(ids.match(/\d+/g))
    return text
      .replace(/\bstryCov_9fa48\([^)]*\)/g, '0')
      .replace(/\bstryMutAct_9fa48\(["'`](\d+)["'`]\)/g, (_, id) => String(id === active))
  }
  globalThis.stryMutAct_9fa48 = (id) => id === active
  globalThis.stryCov_9fa48 = (...ids) => reach(ids)
}
