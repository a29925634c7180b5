import { toolCall } from '../drivers/messages.mjs'
import { StdioDriver, toLines } from '../drivers/stdio-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openHttp } from './open-http.mjs'

const modern = '2026-07-28'
const million = 1_000_000
const target = { of: 'ratio', most: 1.15 }

/**
 * A tool says back a long text. The figures are per megabyte, so that the sizes can be compared. Five rounds, for some take
 * minutes.
 */
export const large = [
  overStdio('large-stdio-1', 1, ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp']),
  overStdio('large-stdio-40', 40, ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp']),
  overHttp('large-http-1', 1, ['raw', 'omniport', 'sdk-v2']),
  overHttp('large-http-40', 40, ['raw', 'omniport', 'sdk-v2']),
]

function overStdio(name, megabytes, contenders) {
  const title = `a message of ${megabytes} MB and its echo over stdio`
  const open = (contender) => openLarge(contender, megabytes)
  return { name, title, unit: 'µs/MB', contenders, target, rounds: 5, open }
}

/** Sends a long text over stdio, and gets it back. */
export async function openLarge(contender, megabytes) {
  const revision = contender === 'sdk-v1' || contender === 'omniport-sdk' ? '2025-11-25' : modern
  const program = new MeasuredProcess(`servers/${contender}-stdio.mjs`)
  const driver = new StdioDriver(program)
  await driver.open(revision)
  const text = 'x'.repeat(megabytes * million)
  const message = (id) => toolCall(revision, id, ['echo', { text }])
  const [answer] = await driver.converse([message(1)])
  checkEcho(answer, text)
  let id = 1
  const work = () => driver.send(toLines([message(++id)]), 1)
  return timedSubject(program, { count: megabytes, work }, () => program.end())
}

function overHttp(name, megabytes, contenders) {
  const title = `a message of ${megabytes} MB and its echo over HTTP, 2026-07-28, JSON`
  const open = async (contender) => {
    const { program, driver, close } = await openHttp(contender, { revision: modern, settings: ['answers=json'] })
    const text = 'x'.repeat(megabytes * million)
    const message = (id) => toolCall(modern, id, ['echo', { text }])
    const { answer } = await driver.converse(message(1))
    checkEcho(answer, text)
    const bytes = driver.toBytes(message(2))
    const work = () => driver.send([bytes])
    return timedSubject(program, { count: megabytes, work }, close)
  }
  return { name, title, unit: 'µs/MB', contenders, target, rounds: 5, open }
}

function checkEcho({ result, error }, text) {
  if (result?.content?.[0]?.text !== text) throw new Error(`No echo: ${JSON.stringify(error ?? result).slice(0, 200)}`)
}
