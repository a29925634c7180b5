import { checkSum, sumOf, toolCall } from '../drivers/messages.mjs'
import { StdioDriver, toLines } from '../drivers/stdio-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { openHttp } from './open-http.mjs'

const revision = '2026-07-28'
const target = { of: 'over', most: 20 }

/** What the system gave to a program by the time that it has answered many calls. */
export const memory = [
  {
    name: 'rss-stdio',
    title: 'RSS after 20,000 calls over stdio',
    unit: 'MB',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp'],
    target,
    rounds: 3,
    open: (contender) => fresh(() => afterStdio(contender)),
  },
  {
    name: 'rss-http',
    title: 'RSS after 20,000 calls over HTTP, 64 connections',
    unit: 'MB',
    contenders: ['raw', 'omniport', 'sdk-v2', 'tmcp'],
    target,
    rounds: 3,
    open: (contender) => fresh(() => afterHttp(contender)),
  },
]

const fresh = async (sample) => ({ sample, close: async () => {} })
const size = 20_000

async function afterStdio(contender) {
  const known = contender === 'sdk-v1' ? '2025-11-25' : revision
  const program = new MeasuredProcess(`servers/${contender}-stdio.mjs`)
  const driver = new StdioDriver(program)
  await driver.open(known)
  let id = 0
  const block = () => Array.from({ length: 64 }, () => toolCall(known, ++id, sumOf(id)))
  for (const answer of await driver.converse(block())) checkSum(answer)
  while (id < size) await driver.send(toLines(block()), 64)
  return rssOf(program, () => program.end())
}

async function afterHttp(contender) {
  const answers = contender === 'tmcp' ? 'sse' : 'json'
  const settings = [`answers=${answers}`]
  const { program, driver, close } = await openHttp(contender, { revision, connections: 64, settings })
  checkSum((await driver.converse(toolCall(revision, 1, sumOf(1)))).answer)
  const bytes = driver.toBytes(toolCall(revision, 2, sumOf(2)))
  await driver.send(Array.from({ length: size }, () => bytes))
  return rssOf(program, close)
}

async function rssOf(program, close) {
  const { rss } = await program.memory()
  await close()
  return rss / 2 ** 20
}
