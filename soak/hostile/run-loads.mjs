import { loads } from './loads/loads.mjs'
import { runLoad } from './run-load.mjs'

/**
 * Runs hostile loads, one after the other: those that are named, else all. Resolves with the lines to print, and whether
 * everything held. @throws TypeError for a name that is not known.
 *
 * @param {readonly string[]} names
 * @param {(line: string) => void} log
 */
export async function runLoads(names, log) {
  const chosen = names.length === 0 ? loads : names.map(loadOf)
  const lines = []
  let isFine = true
  for (const load of chosen) {
    log(`${load.name}: ${load.what}`)
    const { name, problems, figures } = await runLoad(load)
    lines.push(`${problems.length === 0 ? 'held' : 'failed'}: ${name}: ${format(figures)}`)
    lines.push(...problems.map((problem) => `  ${problem}`))
    isFine &&= problems.length === 0
  }
  return { lines, isFine }
}

function loadOf(name) {
  const load = loads.find((one) => one.name === name)
  if (load !== undefined) return load
  throw new TypeError(`there is no load "${name}"; the loads are ${loads.map((one) => one.name).join(', ')}`)
}

function format({ tookMs, standingMs, freshMs, mostSockets, mostHandlers, mostUsed, idleHeap, heap, settledMs }) {
  const ms = (value) => `${Math.round(value)} ms`
  const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
  if (heap === undefined) return 'nothing was measured to the end'
  return [
    `took ${ms(tookMs)}`,
    `standing connection ${ms(standingMs)}`,
    `new connection ${ms(freshMs)}`,
    `at most ${mostSockets} sockets, ${mostHandlers} handlers and ${mebibytes(mostUsed)}`,
    `heap ${mebibytes(idleHeap)} before, ${mebibytes(heap)} ${ms(settledMs)} after`,
  ].join(', ')
}
