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
    target: { of: 'over', most: 20 },
    open: openStart,
  },
  {
    name: 'start-plain',
    title: 'cold start of a stdio server without a schema library, until its first call is answered',
    unit: 'ms',
    contenders: plain,
    target: { of: 'over', most: 15 },
    open: openStart,
  },
]

/** Starts a server and calls it once. */
export async function openStart(contender, scale) {
  const revision = contender === 'sdk-v1' || contender === 'omniport-sdk' ? '2025-11-25' : '2026-07-28'
  const once = async () => {
    const program = new MeasuredProcess(`servers/${contender}-stdio.mjs`)
    const driver = new StdioDriver(program)
    await driver.open(revision)
    const [answer] = await driver.converse([toolCall(revision, 1, sumOf(1))])
    checkSum(answer)
    const cpu = await program.cpu()
    await program.end()
    return cpu / 1_000
  }
  await once()
  const times = Math.max(Math.round(5 * scale), 1)
  const sample = async () => {
    let total = 0
    for (let each = 0; each < times; each += 1) total += await once()
    return total / times
  }
  return { sample, close: async () => {} }
}
