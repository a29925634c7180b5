import { MeasuredProcess } from '../measure/measured-process.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openHttp } from './open-http.mjs'

const samples = 8

/** What is measured from the side of the caller: clients, and servers that are called in their own process. */
export const calling = [
  {
    name: 'memory',
    title: 'client and server in one process, one call at a time',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp'],
    target: { of: 'value', most: 2.5 },
    samples,
    open: (contender) => openCaller(`memory-${contender}`, { calls: 12_800 }),
  },
  {
    name: 'fetch',
    title: 'web-standard handler in process, 2026-07-28, with making the request and reading the answer',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'tmcp'],
    target: { of: 'ratio', most: 1.15 },
    samples,
    open: (contender) => openCaller(`fetch-${contender}`, { calls: 1_280 }),
  },
  {
    name: 'client-stdio',
    title: 'client over stdio, 64 in flight',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1'],
    target: { of: 'ratio', most: 1.5 },
    samples,
    open: (contender) => openCaller(`stdio-client-${contender}`, { calls: 6_400, inFlight: 64 }),
  },
  {
    name: 'client-http',
    title: 'client over HTTP, 64 in flight, JSON answers',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1'],
    target: { of: 'ratio', most: 1.5 },
    samples,
    open: (contender) => openHttpClient(contender, { hasSession: contender === 'sdk-v1', inFlight: 64 }),
  },
  {
    name: 'client-session',
    title: 'client over HTTP in a session, 2025-11-25, one at a time, JSON answers',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1'],
    target: { of: 'ratio', most: 1.2 },
    samples,
    open: (contender) => openHttpClient(contender, { hasSession: true, inFlight: 1 }),
  },
]

async function openHttpClient(contender, { hasSession, inFlight }) {
  const revision = hasSession ? '2025-11-25' : '2026-07-28'
  const settings = ['answers=json', `sessions=${hasSession ? 'yes' : 'no'}`]
  const server = await openHttp('raw', { revision, settings })
  try {
    const args = [String(server.port), revision]
    const caller = await openCaller(`http-client-${contender}`, { calls: 1_280, inFlight, args })
    const close = async () => {
      await caller.close()
      await server.close()
    }
    return { ...caller, close }
  } catch (error) {
    await server.close()
    throw error
  }
}

async function openCaller(module, { calls, inFlight = 1, args = [] }) {
  const program = new MeasuredProcess('callers/loop.mjs', [module, ...args])
  await program.orFailure(program.received('ready'))
  const work = () => program.ask({ calls, inFlight }, 'ran')
  return timedSubject(program, { count: calls, work }, () => program.end())
}
