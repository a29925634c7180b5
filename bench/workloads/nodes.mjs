import { openSessions, openStreams } from '../drivers/open-session-streams.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { startRedis } from '../servers/redis-server.mjs'
import { openCalls } from './http.mjs'
import { listenMany } from './listen.mjs'

const legacy = '2025-11-25'
const listeners = 1_000
const changes = 5

/** What it costs that nodes share their stores on Redis, and how soon the others hear of a change. */
export const nodes = [
  calls('redis-json', 'JSON'),
  calls('redis-sse', 'SSE'),
  fanOut('nodes-listen', 'streams of subscriptions/listen', (port, count) =>
    listenMany(port, count, { resourcesListChanged: true }),
  ),
  fanOut('nodes-sessions', `GET streams of sessions of ${legacy}`, async (port, count) =>
    openStreams(port, await openSessions(port, count)),
  ),
]

function calls(name, answers) {
  return {
    name,
    title: `tools/call over HTTP in a session, ${legacy}, ${answers}, 64 connections, with stores on Redis`,
    unit: 'µs',
    limit: 'omniport',
    contenders: ['omniport', 'omniport-redis'],
    target: { of: 'ratio', most: 2 },
    samples: 8,
    open: (contender) => openCalls({ contender, revision: legacy, answers: answers.toLowerCase() }),
  }
}

function fanOut(name, title, open) {
  return {
    name,
    title: `99th percentile of the time in which a change on one node reaches 1,000 ${title} on two others`,
    unit: 'ms',
    contenders: ['omniport-redis'],
    target: { of: 'value', most: 250 },
    samples: 4,
    open: () => openFanOut(open),
  }
}

async function openFanOut(open) {
  const redis = await startRedis()
  const start = () => new MeasuredProcess('servers/omniport-redis-http.mjs', [`redis=${redis}`, 'sessions=yes'])
  const programs = [start(), start(), start()]
  const [, ...ports] = await Promise.all(programs.map(async (program) => Number(await program.firstLine())))
  const opened = []
  for (const port of ports) opened.push(...(await open(port, listeners / ports.length)))
  const [writer] = programs
  const sample = async () => {
    const times = []
    for (let each = 0; each < changes; each += 1) {
      const startedAt = performance.now()
      const received = opened.map(async (listener) => {
        await listener.nextChange()
        times.push(performance.now() - startedAt)
      })
      writer.notify('announce')
      await writer.orFailure(Promise.all(received))
    }
    times.sort((a, b) => a - b)
    return times[Math.ceil(times.length * 0.99) - 1]
  }
  for (let warm = 0; warm < 3; warm += 1) await sample()
  const close = async () => {
    for (const listener of opened) listener.close()
    await Promise.all(programs.map((program) => program.end()))
  }
  return { sample, close }
}
