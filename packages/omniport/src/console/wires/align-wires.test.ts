import { expect, test } from 'vitest'
import type { RecordedLine } from '../../entries/protocol.js'
import { alignWires } from './align-wires.js'

const line = (from: 'client' | 'server', message: object): RecordedLine => {
  return { ms: 0, transport: 'stdio', connection: 1, from, message }
}
const call = [line('client', { id: 2, method: 'tools/call' }), line('server', { id: 2, result: {} })]

test('steps that mean the same stand together, and those of one revision where they happen', () => {
  const steps = alignWires([
    { revision: '2025-11-25', lines: [line('client', { id: 1, method: 'initialize' }), ...call] },
    { revision: '2026-07-28', lines: [line('client', { id: 1, method: 'server/discover' }), ...call] },
  ])
  expect(steps.map(({ title, texts }) => [title, [...texts.keys()]])).toEqual([
    ['→ initialize', ['2025-11-25']],
    ['→ server/discover', ['2026-07-28']],
    ['→ tools/call', ['2025-11-25', '2026-07-28']],
    ['← result of tools/call', ['2025-11-25', '2026-07-28']],
  ])
})
