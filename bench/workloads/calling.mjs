import { cpuPerCall } from '../measure/cpu-per-call.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { openHttp } from './open-http.mjs'

/** What is measured from the side of the caller: clients, and servers that are called in their own process. */
export const calling = [
  {
    name: 'memory',
    title: 'client and server in one process, one call at a time',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp'],
    target: { of: 'value', most: 3 },
    open: (contender, scale) => openCaller(`memory-${contender}`, { calls: 40_000 * scale }),
  },
  {
    name: 'fetch',
    title: 'web-standard handler in process, 2026-07-28, with making the request and reading the answer',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'tmcp'],
    target: { of: 'ratio', most: 1.15 },
    open: (contender, scale) => openCaller(`fetch-${contender}`, { calls: 8_000 * scale }),
  },
  {
    name: 'client-stdio',
    title: 'client over stdio, 64 in flight',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1'],
    target: { of: 'ratio', most: 1.5 },
    open: (contender, scale) => openCaller(`stdio-client-${contender}`, { calls: 12_800 * scale, inFlight: 64 }),
  },
  {
    name: 'client-http',
    title: 'client over HTTP, 64 in flight, JSON answers',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1'],
    target: { of: 'ratio', most: 1.5 },
    open: openHttpClient,
  },
]

async function openHttpClient(contender, scale) {
  const settings = ['answers=json', `sessions=${contender === 'sdk-v1' ? 'yes' : 'no'}`]
  const server = await openHttp('raw', { revision: '2026-07-28', settings })
  try {
    const caller = await openCaller(`http-client-${contender}`, {
      calls: 6_400 * scale,
      inFlight: 64,
      port: server.port,
    })
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

async function openCaller(module, { calls, inFlight = 1, port }) {
  const program = new MeasuredProcess('callers/loop.mjs', [module, ...(port === undefined ? [] : [String(port)])])
  await program.orFailure(program.heard('ready'))
  const count = Math.max(Math.round(calls / 64), 1) * 64
  const run = () => program.ask({ calls: count, inFlight }, 'ran')
  await run()
  return { sample: () => cpuPerCall(program, count, run), close: () => program.end() }
}
