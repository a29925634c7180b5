import { checkSum, request, sumOf, toolCall } from '../drivers/messages.mjs'
import { StdioDriver, toLines } from '../drivers/stdio-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'

const modern = { revision: '2026-07-28', contenders: ['raw', 'omniport', 'sdk-v2', 'tmcp'] }
const legacy = { revision: '2025-11-25', contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp'] }

const samples = 8

/** Calls of a small tool, and a long list, over stdin and stdout. */
export const stdio = [
  calls('stdio', { ...modern, inFlight: 64, most: 1.5 }),
  calls('stdio-legacy', { ...legacy, inFlight: 64, most: 1.5 }),
  calls('stdio-single', { ...modern, inFlight: 1, most: 1.4 }),
  calls('stdio-single-legacy', { ...legacy, inFlight: 1, most: 1.4 }),
  {
    name: 'list-stdio',
    title: 'tools/list of 100 tools over stdio, 2026-07-28, 16 in flight',
    unit: 'µs',
    contenders: modern.contenders,
    target: { of: 'ratio', most: 0.5 },
    samples,
    open: openList,
  },
]

function calls(name, { revision, contenders, inFlight, most }) {
  const many = inFlight === 1 ? 'one at a time' : `${inFlight} in flight`
  const target = { of: 'ratio', most }
  const open = (contender) => openCalls(contender, { revision, inFlight })
  return { name, title: `tools/call over stdio, ${revision}, ${many}`, unit: 'µs', contenders, target, samples, open }
}

/** Calls of a small tool. `settings` are those of a server program. */
export function openCalls(contender, { revision, inFlight, settings = [] }) {
  return openBlocks(new MeasuredProcess(`servers/${contender}-stdio.mjs`, settings), {
    revision,
    inFlight,
    blocks: inFlight === 1 ? 1_500 : 100,
    ask: (id) => toolCall(revision, id, sumOf(id)),
    check: checkSum,
  })
}

function openList(contender) {
  return openBlocks(new MeasuredProcess(`servers/${contender}-stdio.mjs`, ['tools=100']), {
    revision: '2026-07-28',
    inFlight: 16,
    blocks: 20,
    ask: (id) => request('2026-07-28', id, 'tools/list'),
    check: checkList,
  })
}

/** Requests in blocks, each sent when the one before was answered. */
async function openBlocks(program, { revision, inFlight, blocks, ask, check }) {
  const driver = new StdioDriver(program)
  await driver.open(revision)
  let id = 0
  const block = () => Array.from({ length: inFlight }, () => ask(++id))
  for (let times = 0; times < 10; times += 1) {
    for (const answer of await driver.converse(block())) check(answer)
  }
  const work = async () => {
    const prepared = Array.from({ length: blocks }, () => toLines(block()))
    for (const bytes of prepared) await driver.send(bytes, inFlight)
  }
  return timedSubject(program, { count: blocks * inFlight, work }, () => program.end())
}

function checkList({ result }) {
  if (result?.tools?.length !== 102) throw new Error(`A wrong list: ${JSON.stringify(result).slice(0, 200)}`)
}
