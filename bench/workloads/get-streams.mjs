import { HttpDriver } from '../drivers/http-driver.mjs'
import { openSessions, openStreams } from '../drivers/open-session-streams.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openHttp } from './open-http.mjs'

const revision = '2025-11-25'
const contenders = ['raw', 'omniport']
const settings = ['sessions=yes']

/** Sessions before 2026-07-28: opening one, its GET stream, what that holds, and a change that all are told of. */
export const getStreams = [
  {
    name: 'session-open',
    title: 'opening an HTTP session: initialize and the notification after it',
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1.5 },
    samples: 4,
    open: openOpening,
  },
  {
    name: 'get-open',
    title: 'opening the GET stream of a session, 250 at once',
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1.5 },
    samples: 4,
    open: openGetting,
  },
  {
    name: 'get-heap',
    title: 'heap and buffers of one session with its open GET stream',
    unit: 'KB',
    contenders,
    target: { of: 'ratio', most: 1.5 },
    rounds: 3,
    open: openHeap,
  },
  {
    name: 'get-change',
    title: 'one change told to 1,000 GET streams, for each of them',
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1.5 },
    samples: 4,
    open: (contender) => openChange(contender, 1_000),
  },
]

async function openOpening(contender) {
  const { program, driver, close } = await openHttp(contender, { revision, settings })
  const count = 50
  const work = async () => {
    for (let each = 0; each < count; each += 1) await driver.openSession()
  }
  return timedSubject(program, { count, work }, close)
}

async function openGetting(contender) {
  const count = 250
  const { program, port, close } = await openHttp(contender, { revision, settings })
  const gets = await openSessions(port, count)
  let opened = []
  const work = async () => {
    opened = await program.orFailure(openStreams(port, gets))
  }
  const after = async () => {
    await Promise.all(opened.map((listener) => listener.close()))
    // The answer to a request that was sent later comes when the server has seen what was closed before.
    const driver = await HttpDriver.open(port, { connections: 1, revision })
    await driver.openSession()
    driver.close()
  }
  return timedSubject(program, { count, work, after }, close)
}

async function openHeap(contender) {
  const count = 500
  const { program, port, close } = await openHttp(contender, { revision, settings, exposeGc: true })
  const openMany = async () => program.orFailure(openStreams(port, await openSessions(port, count)))
  const opened = await openMany()
  const sample = async () => {
    const { heap: before } = await program.memory()
    opened.push(...(await openMany()))
    const { heap: after } = await program.memory()
    return (after - before) / 1_024 / count
  }
  return { sample, close: () => end(opened, close) }
}

/** Changes that `count` GET streams are told of. */
export async function openChange(contender, count) {
  const { program, port, close } = await openHttp(contender, { revision, settings })
  const opened = await program.orFailure(openStreams(port, await openSessions(port, count)))
  const changes = Math.max(Math.ceil(5_000 / count), 5)
  const work = async () => {
    for (let each = 0; each < changes; each += 1) {
      const received = Promise.all(opened.map((listener) => listener.nextChange()))
      program.notify('change')
      await program.orFailure(received)
    }
  }
  return timedSubject(program, { count: changes * count, work }, () => end(opened, close))
}

async function end(listeners, close) {
  for (const listener of listeners) listener.close()
  await close()
}
