import { connect } from 'node:net'
import process from 'node:process'
import { Sampler } from './sampler.mjs'

/**
 * Reports this process over a socket of its own, which no protocol knows: what it uses, what went wrong, and at the very end,
 * when nothing keeps it alive any more, that it ended by itself. Neither the socket nor the clock keeps it alive.
 *
 * The address is in `SOAK_CONTROL`, the settings in `SOAK_SETTINGS`; without them nothing is reported.
 *
 * @param {string} name of the process
 * @param {Record<string, () => number>} gauges what only this process can count
 * @param {Record<string, () => number>} slowGauges the same, read as seldom as the heap
 */
export function reportTo(name, gauges, slowGauges = {}) {
  const address = process.env.SOAK_CONTROL
  if (address === undefined) return { onStop: () => {}, notify: () => {}, begin: () => {} }
  const { sampleMs, gcEvery } = JSON.parse(process.env.SOAK_SETTINGS)
  const socket = connect(address).unref()
  const notify = (message) => socket.write(`${JSON.stringify(message)}\n`)
  let stop = () => {}
  let running = () => []
  socket.on('error', () => {})
  socket.setEncoding('utf8')
  socket.on('data', (text) => {
    if (text.includes('left?')) notify({ type: 'left', resources: [...process.getActiveResourcesInfo(), ...running()] })
    else stop()
  })
  notify({ type: 'hello', name, pid: process.pid })
  const sampler = new Sampler({ gauges, slowGauges, gcEvery })
  const timer = setInterval(() => notify({ type: 'sample', sample: sampler.take() }), sampleMs).unref()
  process.once('beforeExit', () => {
    clearInterval(timer)
    socket.end(`${JSON.stringify({ type: 'ended' })}\n`)
  })
  /** `fn` ends what this process does; `whatRuns` says what it does meanwhile, for people. */
  const onStop = (fn, whatRuns = running) => {
    stop = fn
    running = whatRuns
  }
  /** From now on it does what it is there for. */
  const begin = (details = {}) => notify({ type: 'ready', ...details })
  return { onStop, notify, begin }
}
