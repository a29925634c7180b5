import { toolCall } from '../drivers/messages.mjs'
import { StdioDriver, toLines } from '../drivers/stdio-driver.mjs'
import { cpuPerCall } from '../measure/cpu-per-call.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { openHttp } from './open-http.mjs'

const modern = '2026-07-28'
const million = 1_000_000
const target = { of: 'ratio', most: 1.15 }

/** A tool says back a long text. The figures are per megabyte, so that the sizes can be compared. Three rounds, for some take minutes. */
export const large = [
  overStdio('large-stdio-1', 1, ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp']),
  overStdio('large-stdio-40', 40, ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp']),
  overHttp('large-http-1', 1, ['raw', 'omniport', 'sdk-v2']),
  overHttp('large-http-40', 40, ['raw', 'omniport', 'sdk-v2']),
]

function overStdio(name, megabytes, contenders) {
  const title = `a message of ${megabytes} MB and its echo over stdio`
  const open = async (contender, scale) => {
    const revision = contender === 'sdk-v1' ? '2025-11-25' : modern
    const program = new MeasuredProcess(`servers/${contender}-stdio.mjs`)
    const driver = new StdioDriver(program)
    await driver.open(revision)
    const text = 'x'.repeat(megabytes * million)
    const message = (id) => toolCall(revision, id, ['echo', { text }])
    const [answer] = await driver.converse([message(1)])
    checkEcho(answer, text)
    const times = timesOf(megabytes, scale)
    let id = 1
    const round = async () => {
      for (let each = 0; each < times; each += 1) await driver.send(toLines([message(++id)]), 1)
    }
    await round()
    const sample = () => cpuPerCall(program, times * megabytes, round)
    return { sample, close: () => program.end() }
  }
  return { name, title, unit: 'µs/MB', contenders, target, rounds: 3, open }
}

function overHttp(name, megabytes, contenders) {
  const title = `a message of ${megabytes} MB and its echo over HTTP, 2026-07-28, JSON`
  const open = async (contender, scale) => {
    const { program, driver, close } = await openHttp(contender, { revision: modern, settings: ['answers=json'] })
    const text = 'x'.repeat(megabytes * million)
    const message = (id) => toolCall(modern, id, ['echo', { text }])
    const { answer } = await driver.converse(message(1))
    checkEcho(answer, text)
    const times = timesOf(megabytes, scale)
    const bytes = driver.toBytes(message(2))
    const round = () => driver.send(Array.from({ length: times }, () => bytes))
    await round()
    return { sample: () => cpuPerCall(program, times * megabytes, round), close }
  }
  return { name, title, unit: 'µs/MB', contenders, target, rounds: 3, open }
}

function timesOf(megabytes, scale) {
  return Math.max(Math.round((megabytes === 1 ? 40 : 1) * scale), 1)
}

function checkEcho({ result, error }, text) {
  if (result?.content?.[0]?.text !== text) throw new Error(`No echo: ${JSON.stringify(error ?? result).slice(0, 200)}`)
}
