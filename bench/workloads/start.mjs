import { checkSum, sumOf, toolCall } from '../drivers/messages.mjs'
import { StdioDriver } from '../drivers/stdio-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'

const plain = ['raw', 'omniport-plain']

/** CPU time from the start of a program until it answered one call of a tool. */
export const start = [
  {
    name: 'start-zod',
    title: 'cold start of a stdio server with a zod tool, until its first call is answered',
    unit: 'ms',
    limit: 'raw-zod',
    contenders: ['raw-zod', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp'],
    target: { of: 'over', most: 35 },
    open: openStart,
  },
  {
    name: 'start-plain',
    title: 'cold start of a stdio server without a schema library, until its first call is answered',
    unit: 'ms',
    contenders: plain,
    target: { of: 'over', most: 35 },
    open: openStart,
  },
  {
    name: 'start-parts',
    title: 'the same start in parts: Node and a raw server, zod with it, this library with it, and all three',
    unit: 'ms',
    contenders: ['raw', 'raw-zod', 'omniport-plain', 'omniport'],
    open: openStart,
  },
  rss('start-rss', 'with a zod tool', { contenders: ['raw-zod', 'omniport'], limit: 'raw-zod' }),
  rss('start-rss-plain', 'without a schema library', { contenders: plain }),
]

function rss(name, what, more) {
  return {
    name,
    title: `RSS of a stdio server ${what} that has answered one call`,
    unit: 'MB',
    target: { of: 'over', most: 8 },
    rounds: 3,
    open: async (contender) => ({ sample: () => measureStart(contender, rssOf), close: async () => {} }),
    ...more,
  }
}

/** Starts a server and calls it once. */
export async function openStart(contender, scale) {
  const once = () => measureStart(contender, cpuOf)
  await once()
  const times = Math.max(Math.round(5 * scale), 1)
  const sample = async () => {
    let total = 0
    for (let each = 0; each < times; each += 1) total += await once()
    return total / times
  }
  return { sample, close: async () => {} }
}

async function measureStart(contender, measure) {
  const revision = contender === 'sdk-v1' || contender === 'omniport-sdk' ? '2025-11-25' : '2026-07-28'
  const program = new MeasuredProcess(`servers/${contender}-stdio.mjs`)
  const driver = new StdioDriver(program)
  await driver.open(revision)
  const [answer] = await driver.converse([toolCall(revision, 1, sumOf(1))])
  checkSum(answer)
  const figure = await measure(program)
  await program.end()
  return figure
}

const cpuOf = async (program) => (await program.cpu()) / 1_000
const rssOf = async (program) => (await program.memory()).rss / 2 ** 20
