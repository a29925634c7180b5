import { openCalls as openHttpCalls } from './http.mjs'
import { openLarge } from './large.mjs'
import { openSessions } from './sessions.mjs'
import { openStart } from './start.mjs'
import { openCalls as openStdioCalls } from './stdio.mjs'

const revision = '2025-11-25'
const limit = 'sdk-v1'
const contenders = ['sdk-v1', 'omniport-sdk']
const samples = 4
const of = 'ratio'

/** One program with the first major version of the official SDK, and with the package that takes its place. */
export const dropIn = [
  stdio('drop-in-stdio', { about: 'over stdio', most: 0.33 }),
  stdio('drop-in-stdio-wrapped', {
    about: 'over stdio, on a wrapped transport',
    most: 1 / 2,
    settings: ['wrapped=yes'],
  }),
  http('drop-in-http', { about: 'over HTTP in a session', most: 1 / 5 }),
  http('drop-in-express', { about: 'over HTTP in a session, behind Express', most: 1, more: ['express=yes'] }),
  http('drop-in-http-wrapped', {
    about: 'over HTTP in a session, on a wrapped transport',
    most: 1 / 2,
    more: ['wrapped=yes'],
  }),
  {
    name: 'drop-in-sessions',
    title: 'the same program: heap of one idle HTTP session of a server with twelve zod tools',
    unit: 'KB',
    ...{ limit, contenders, target: { of, most: 0.33 }, rounds: 3 },
    open: (contender, scale) => openSessions(contender, scale, ['tools=10']),
  },
  {
    name: 'drop-in-start',
    title: 'the same program: cold start over stdio, until its first call is answered',
    unit: 'ms',
    ...{ limit, contenders, target: { of, most: 0.8 } },
    open: openStart,
  },
  large('drop-in-large-1', 1),
  large('drop-in-large-40', 40),
]

function stdio(name, { about, most, settings }) {
  const title = `the same program: tools/call ${about}, ${revision}, 64 in flight`
  const open = (contender) => openStdioCalls(contender, { revision, inFlight: 64, settings })
  return { name, title, unit: 'µs', limit, contenders, target: { of, most }, samples, open }
}

function http(name, { about, most, more }) {
  const title = `the same program: tools/call ${about}, ${revision}, JSON, 64 connections`
  const open = (contender) => openHttpCalls({ contender, revision, answers: 'json', more })
  return { name, title, unit: 'µs', limit, contenders, target: { of, most }, samples, open }
}

function large(name, megabytes) {
  const title = `the same program: a message of ${megabytes} MB and its echo over stdio`
  const open = (contender) => openLarge(contender, megabytes)
  return { name, title, unit: 'µs/MB', limit, contenders, target: { of, most: 1 }, rounds: 3, open }
}
