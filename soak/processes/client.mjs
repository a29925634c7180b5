// The clients of the soak, all in one process: `node client.mjs <settings as JSON>`.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { connect } from 'omniport/client'
import { countingRuntime } from '../control/counting-runtime.mjs'
import { nodeFlags } from '../control/node-flags.mjs'
import { reportTo } from '../control/report-to.mjs'
import { callsOf } from '../load/calls.mjs'
import { killedServer, startedServer } from '../load/children.mjs'
import { lostCall, polledCall, resumedCall } from '../load/cuts.mjs'
import { keepListening, listenOnce } from '../load/listening.mjs'
import { Relay } from '../load/relay.mjs'
import { tasksOf } from '../load/tasks.mjs'
import { abandonedSession, strangers, vanishedCaller, visits } from '../load/visits.mjs'
import { Work } from '../load/work.mjs'

const { urls, rate } = JSON.parse(process.argv[2])
const { runtime, running } = countingRuntime()
const control = reportTo('client', { libraryTimers: running })
const work = new Work({
  rate: rate ?? Number.POSITIVE_INFINITY,
  onError: (text) => control.notify({ type: 'error', text }),
})
const options = {
  runtime,
  timeoutMs: 30_000,
  onStderr: (text) => control.notify({ type: 'error', text: `a server wrote to stderr: ${text}` }),
  elicit: ({ schema }) => ({ action: 'accept', content: 'size' in schema.properties ? { size: 'M' } : { sure: true } }),
}
const clients = []
const open = async (target, revision) => {
  const client = await connect(target, { ...options, revision })
  clients.push(client)
  return client
}
const keyed = (name) => ({ url: urls.keyed, headers: { 'x-api-key': `key-${name}` } })
const [modern, legacy] = ['2026-07-28', '2025-11-25']

// What every client does.
const lanes = 6
const busy = [
  [stdioServer(`stdio ${modern}`), modern, 'nobody'],
  [stdioServer(`stdio ${legacy}`), legacy, 'nobody'],
  [urls.open, modern, 'nobody'],
  [urls.open, legacy, 'nobody'],
  [keyed('ada'), modern, 'ada'],
  [keyed('alan'), legacy, 'alan'],
]
for (const [target, revision, owner] of busy) {
  const client = await open(target, revision)
  for (let lane = 0; lane < lanes; lane += 1) work.repeat(callsOf(client, owner))
  work.repeat(tasksOf(client))
  work.repeat([['listen once', listenOnce(client)]], 100)
  await keepListening(work, client, 'listen')
}

// Many streams that hear of one change.
const crowd = await open(urls.open, modern)
for (let stream = 0; stream < 32; stream += 1) await keepListening(work, crowd, 'listen in a crowd')

// Connections that break. Whoever listens comes back later each time, unless a connection lasted for ten seconds.
const relays = []
const openThroughRelay = async (revision) => {
  const relay = await Relay.open(urls.open)
  relays.push(relay)
  return { relay, client: await open(relay.urlOf(urls.open), revision) }
}
for (const [revision, cutCall] of [
  [legacy, resumedCall],
  [modern, lostCall],
]) {
  const { client, relay } = await openThroughRelay(revision)
  work.repeat([[`cut ${revision}`, cutCall(client, relay)]], 50)
  const { client: listener, relay: frail } = await openThroughRelay(revision)
  await keepListening(work, listener, 'listen through cuts')
  work.repeat([['cut listeners', async () => frail.cut()]], 20_000)
}
work.repeat([['polled', polledCall(await open(urls.open, legacy))]], 50)

// Those who come and go.
work.repeat(visits(urls.open, 'nobody', options), 20)
work.repeat(visits(keyed('ada'), 'ada', options), 20)
work.repeat([['stranger', strangers(urls.keyed, options)]], 200)
work.repeat([['abandoned session', abandonedSession(urls.open)]], 100)
work.repeat([['vanished caller', vanishedCaller(urls.open)]], 100)
work.repeat(
  [
    ['started server', startedServer(stdioServer(), options, modern)],
    ['started server', startedServer(stdioServer(), options, legacy)],
    ['killed server', killedServer(stdioServer(), options)],
  ],
  3_000,
)

const telling = setInterval(() => control.notify({ type: 'done', done: work.done }), 1_000)
control.onStop(
  async () => {
    await work.stop()
    clearInterval(telling)
    for (const client of clients) await client.close()
    for (const relay of relays) await relay.close()
    control.notify({ type: 'done', done: work.done })
  },
  () => work.running,
)
work.begin()
control.begin()

/** With a name it reports how it does. */
function stdioServer(name) {
  const { PATH, SOAK_CONTROL, SOAK_SETTINGS } = process.env
  const program = fileURLToPath(new URL('stdio-server.mjs', import.meta.url))
  const reports = name === undefined ? {} : { SOAK_CONTROL, SOAK_SETTINGS }
  return {
    command: process.execPath,
    args: [...nodeFlags, program, ...(name === undefined ? [] : [name])],
    env: { PATH, ...reports },
  }
}
