import { HttpDriver } from '../drivers/http-driver.mjs'
import { Listener } from '../drivers/listener.mjs'
import { request } from '../drivers/messages.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openHttp } from './open-http.mjs'

const revision = '2026-07-28'
const contenders = ['raw', 'omniport', 'sdk-v2', 'tmcp']
const samples = 4

/** Streams of changes: opening them, and telling all of them of one change. */
export const listen = [
  {
    name: 'listen-open',
    title: 'opening a stream of subscriptions/listen, 250 at once',
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1.5 },
    samples,
    open: openOpening,
  },
  {
    name: 'listen-heap',
    title: 'heap and buffers of one open stream of subscriptions/listen',
    unit: 'KB',
    contenders,
    target: { of: 'ratio', most: 1.5 },
    rounds: 3,
    open: openHeap,
  },
  {
    name: 'fan-out',
    title: 'one change told to 1,000 streams, for each of them',
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1.3 },
    samples,
    open: openFanOut,
  },
]

async function openOpening(contender) {
  const count = 250
  const { program, listenMany, settle, close } = await prepare(contender, count)
  let opened = []
  const work = async () => {
    opened = await listenMany()
  }
  const after = async () => {
    await Promise.all(opened.map((listener) => listener.close()))
    await settle()
  }
  return timedSubject(program, { count, work, after }, close)
}

async function openHeap(contender) {
  const count = 500
  const { program, listenMany, close } = await prepare(contender, count)
  const opened = await listenMany()
  const sample = async () => {
    const { heap: before } = await program.memory()
    opened.push(...(await listenMany()))
    const { heap: after } = await program.memory()
    return (after - before) / 1_024 / count
  }
  return { sample, close: () => end(opened, close) }
}

async function openFanOut(contender) {
  const { program, listenMany, close } = await prepare(contender, 1_000)
  const opened = await listenMany()
  const change = async () => {
    const received = Promise.all(opened.map((listener) => listener.nextChange()))
    program.notify('change')
    await program.orFailure(received)
  }
  const changes = 5
  const work = async () => {
    for (let each = 0; each < changes; each += 1) await change()
  }
  return timedSubject(program, { count: changes * opened.length, work }, () => end(opened, close))
}

async function prepare(contender, count) {
  const opened = await openHttp(contender, { revision, exposeGc: true })
  const openMany = () => opened.program.orFailure(listenMany(opened.port, count))
  // The answer to a request that was sent later comes when the server has seen what was closed before.
  const settle = () => opened.driver.converse(request(revision, 'settle', 'server/discover'))
  return { ...opened, listenMany: openMany, settle }
}

/** Opens streams, each over a connection of its own, and resolves when all are acknowledged. */
export async function listenMany(port, count, notifications = { toolsListChanged: true }) {
  const driver = await HttpDriver.open(port, { connections: 0, revision })
  const listeners = []
  for (let each = 0; each < count; each += 1) listeners.push(await Listener.open(port))
  const bytes = (id) => driver.toBytes(request(revision, id, 'subscriptions/listen', { notifications }))
  await Promise.all(listeners.map((listener, at) => listener.listen(bytes(at + 1))))
  return listeners
}

async function end(listeners, close) {
  for (const listener of listeners) listener.close()
  await close()
}
