import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { defaultLimits } from 'omniport/protocol'
import { AttackedServer } from './attacked-server.mjs'
import { Attacker } from './attacker.mjs'
import { callPost, initializePost, listenPost } from './requests.mjs'

/** How soon the server must answer: on a connection that stands, and on a new one. */
const standingMs = 1_000
const freshMs = defaultLimits.headersMs + 1_000

/** How much more memory than before there may be after a load, and when at the latest. */
const heapFactor = 1.1
const settleMs = 60_000

/** How soon after the last connection was closed nothing may run any more. */
const idleMs = 2_000

/**
 * A load: a client that means harm.
 *
 * @typedef {object} Load
 * @property {string} name as it is chosen on the command line
 * @property {string} what what it does, in a sentence
 * @property {Readonly<Record<string, number>>} [limits] instead of the defaults, so that what is left behind is gone sooner
 * @property {(attacker: Attacker, server: AttackedServer) => Promise<string | undefined>} run does it, and resolves with what
 *   should not have been; its connections are closed after that
 * @property {(running: import('./attacked-server.mjs').Running) => string | undefined} [during] what must hold of what runs
 *   in the server at any time while it goes on: says what does not
 * @property {(running: import('./attacked-server.mjs').Running) => string | undefined} [after] the same when it is over
 *
 * @typedef {{ name: string, problems: string[], figures: Record<string, number> }} LoadReport
 */

/**
 * Runs a load against a server of its own. Beside what the load itself demands, the server must live, answer others while it
 * goes on, and be as before after it.
 *
 * @param {Load} load
 * @returns {Promise<LoadReport>}
 */
export async function runLoad(load) {
  const server = await AttackedServer.start(load.limits)
  const problems = []
  const figures = {}
  try {
    await warmUp(server)
    const idle = await server.memory()
    Object.assign(figures, { idleHeap: idle.heap })
    Object.assign(figures, await attack(load, server, problems))
    Object.assign(figures, await settle(load, server, { problems, idle }))
  } finally {
    if (server.ended !== undefined) problems.push(server.ended)
    await server.stop()
  }
  return { name: load.name, problems: [...new Set(problems)], figures }
}

/** What is loaded and compiled on first use is there before the heap is measured. */
async function warmUp({ port }) {
  const attacker = new Attacker(port)
  for (let round = 0; round < 20; round += 1) {
    const texts = [callPost('nothing'), callPost('log', { count: 20, size: 100 }), listenPost(), initializePost()]
    await Promise.all(
      texts.map(async (text) => {
        const socket = await attacker.connect()
        await attacker.ask(socket, text)
      }),
    )
    await attacker.close()
  }
  const socket = await attacker.connect()
  for (let call = 0; call < 3_000; call += 1) await attacker.ask(socket, callPost('nothing'))
  await attacker.close()
  await wait(500)
}

async function attack(load, server, problems) {
  const attacker = new Attacker(server.port)
  const probe = new Worker(new URL('probe.mjs', import.meta.url), {
    workerData: { port: server.port, giveUpMs: freshMs },
  })
  const probed = once(probe, 'message')
  await wait(300) // its connection stands
  let isOver = false
  const watched = watch(server, { load, problems, isOver: () => isOver })
  const begun = performance.now()
  try {
    const problem = await load.run(attacker, server)
    if (problem !== undefined) problems.push(problem)
  } catch (error) {
    problems.push(`the load failed: ${error.stack}`)
  }
  const tookMs = performance.now() - begun
  await attacker.close()
  isOver = true
  probe.postMessage('stop')
  const [{ standing, fresh, problems: met }] = await probed
  await probe.terminate()
  const most = await watched
  problems.push(...met)
  if (standing > standingMs) problems.push(`a connection that stood was answered after ${standing.toFixed()} ms`)
  if (fresh > freshMs) problems.push(`a new connection was answered after ${fresh.toFixed()} ms`)
  return { tookMs, standingMs: standing, freshMs: fresh, ...most }
}

/** Looks at what runs in the server while the load goes on. */
async function watch(server, { load, problems, isOver }) {
  let mostSockets = 0
  let mostUsed = 0
  while (!isOver()) {
    const running = await server.running()
    if (running === undefined) break
    mostSockets = Math.max(mostSockets, running.sockets)
    mostUsed = Math.max(mostUsed, running.used)
    const problem = load.during?.(running)
    if (problem !== undefined) problems.push(problem)
    await wait(100)
  }
  return { mostSockets, mostUsed }
}

/** Waits until nothing runs and the heap is as before, and says what is not in time. */
async function settle(load, server, { problems, idle }) {
  const closed = performance.now()
  const sinceMs = () => performance.now() - closed
  const running = await server.until(({ handlers, sockets }) => handlers + sockets === 0, idleMs)
  if (running === undefined) return {}
  if (running.handlers > 0) problems.push(`${running.handlers} handlers run after ${idleMs} ms`)
  if (running.sockets > 0) problems.push(`${running.sockets} sockets are open after ${idleMs} ms`)
  const problem = load.after?.(running)
  if (problem !== undefined) problems.push(problem)
  let memory = await server.memory()
  while (memory !== undefined && memory.heap > idle.heap * heapFactor && sinceMs() < settleMs) {
    await wait(500)
    memory = await server.memory()
  }
  if (memory === undefined) return {}
  const factor = memory.heap / idle.heap
  if (factor > heapFactor) problems.push(`the heap is ${factor.toFixed(2)} times that before, after ${settleMs} ms`)
  return { ...running, heap: memory.heap, heapFactor: factor, settledMs: sinceMs() }
}
