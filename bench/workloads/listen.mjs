import { Listener } from '../drivers/listener.mjs'
import { request } from '../drivers/messages.mjs'
import { cpuPerCall } from '../measure/cpu-per-call.mjs'
import { openHttp } from './open-http.mjs'

const revision = '2026-07-28'
const contenders = ['raw', 'omniport', 'sdk-v2', 'tmcp']

/** Streams of changes: opening them, and telling all of them of one change. */
export const listen = [
  {
    name: 'listen-open',
    title: 'opening a stream of subscriptions/listen (one of 1,000)',
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1.3 },
    open: openOpening,
  },
  {
    name: 'listen-heap',
    title: 'heap and buffers of one open stream of subscriptions/listen',
    unit: 'KB',
    contenders,
    target: { of: 'ratio', most: 1.3 },
    open: openHeap,
  },
  {
    name: 'fan-out',
    title: 'one change told to 1,000 streams, for each of them',
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1.3 },
    open: openFanOut,
  },
]

async function openOpening(contender, scale) {
  const { program, listenMany, close } = await prepare(contender, scale)
  const sample = async () => {
    let opened
    const figure = await cpuPerCall(program, sizeOf(scale), async () => {
      opened = await listenMany()
    })
    for (const listener of opened) listener.close()
    return figure
  }
  await sample()
  return { sample, close }
}

async function openHeap(contender, scale) {
  const { program, listenMany, close } = await prepare(contender, scale)
  const opened = [...(await listenMany())]
  const sample = async () => {
    const { heap: before } = await program.memory()
    opened.push(...(await listenMany()))
    const { heap: after } = await program.memory()
    return (after - before) / 1_024 / sizeOf(scale)
  }
  return { sample, close: () => end(opened, close) }
}

async function openFanOut(contender, scale) {
  const { program, listenMany, close } = await prepare(contender, scale)
  const opened = await listenMany()
  const change = async () => {
    const heard = Promise.all(opened.map((listener) => listener.nextChange()))
    program.tell('change')
    await program.orFailure(heard)
  }
  const changes = 5
  const round = async () => {
    for (let each = 0; each < changes; each += 1) await change()
  }
  await round()
  const sample = () => cpuPerCall(program, changes * opened.length, round)
  return { sample, close: () => end(opened, close) }
}

async function prepare(contender, scale) {
  const opened = await openHttp(contender, { revision, exposeGc: true })
  let id = 0
  const bytes = () => {
    const notifications = { toolsListChanged: true }
    return opened.driver.toBytes(request(revision, ++id, 'subscriptions/listen', { notifications }))
  }
  const listenMany = async () => {
    const listeners = []
    for (let each = 0; each < sizeOf(scale); each += 1) listeners.push(await Listener.open(opened.port))
    const all = Promise.all(listeners.map((listener) => listener.listen(bytes())))
    await opened.program.orFailure(all)
    return listeners
  }
  return { ...opened, listenMany }
}

const sizeOf = (scale) => Math.max(Math.round(1_000 * scale), 100)

async function end(listeners, close) {
  for (const listener of listeners) listener.close()
  await close()
}
