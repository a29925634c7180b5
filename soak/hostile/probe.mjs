// A client that only wants to be served, in a thread of its own so that the load does not slow it down: one connection that
// stands, and again and again a new one. Says at the end how long each had to wait.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { callPost } from './requests.mjs'
import { within } from './within.mjs'

const { port, giveUpMs } = workerData
const call = callPost('nothing')
const figures = { standing: 0, fresh: 0, calls: 0, problems: [] }
let isStopped = false

/** Calls once, and gives the milliseconds that it took. Rejects for any answer but 200, and without an answer. */
async function callOn(socket) {
  const begun = performance.now()
  const text = await within(socket, { ms: giveUpMs, otherwise: undefined }, (settle) => {
    socket.once('data', settle)
    socket.write(call)
  })
  if (text === undefined) throw new Error(socket.destroyed ? 'was closed' : 'was not answered')
  if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`was answered ${text.slice(0, 40)}`)
  figures.calls += 1
  return performance.now() - begun
}

async function open() {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
  socket.on('error', () => {})
  const isOpen = await within(socket, { ms: giveUpMs, otherwise: false }, (settle) =>
    socket.once('connect', () => settle(true)),
  )
  if (isOpen) return socket
  socket.destroy()
  throw new Error('was not accepted')
}

async function probeStanding() {
  const socket = await open()
  try {
    while (!isStopped) {
      figures.standing = Math.max(figures.standing, await callOn(socket))
      await wait(100)
    }
  } catch (error) {
    figures.problems.push(`the standing connection ${error.message}`)
  }
  socket.destroy()
}

/** A new client comes back until it is served. */
async function probeFresh() {
  while (!isStopped) {
    const begun = performance.now()
    let problem = await callOnce()
    while (problem !== undefined && performance.now() - begun < giveUpMs) {
      await wait(100)
      problem = await callOnce()
    }
    figures.fresh = Math.max(figures.fresh, performance.now() - begun)
    if (problem !== undefined) figures.problems.push(`a new connection ${problem}`)
    await wait(250)
  }
}

async function callOnce() {
  let socket
  try {
    socket = await open()
    await callOn(socket)
    return undefined
  } catch (error) {
    return error.message
  } finally {
    socket?.destroy()
  }
}

parentPort.once('message', () => {
  isStopped = true
})
await Promise.all([probeStanding(), probeFresh()])
parentPort.postMessage(figures)
