import { expect, test } from 'vitest'
import type { Revision } from '../protocol/revisions/revision.js'
import { resultDefinition } from './result-definition.js'

type Row = readonly [
  revision: Revision,
  from: 'client' | 'server',
  method: string | undefined,
  result: object,
  name: string,
]

const task = { task: {} }

test.each<Row>([
  ['2024-11-05', 'server', 'tools/call', {}, 'CallToolResult'],
  ['2024-11-05', 'server', 'initialize', {}, 'InitializeResult'],
  ['2024-11-05', 'server', 'ping', {}, 'EmptyResult'],
  ['2025-03-26', 'server', 'logging/setLevel', {}, 'EmptyResult'],
  ['2025-03-26', 'client', 'roots/list', {}, 'ListRootsResult'],
  ['2025-03-26', 'client', 'tools/list', {}, 'Result'],
  ['2025-03-26', 'server', 'roots/list', {}, 'Result'],
  ['2025-03-26', 'server', 'com.example/x', {}, 'Result'],
  ['2025-03-26', 'server', undefined, {}, 'Result'],
  ['2025-06-18', 'server', 'tools/call', task, 'CallToolResult'],
  ['2025-11-25', 'server', 'tools/call', task, 'CreateTaskResult'],
  ['2025-11-25', 'client', 'sampling/createMessage', task, 'CreateTaskResult'],
  ['2025-11-25', 'client', 'elicitation/create', task, 'CreateTaskResult'],
  ['2025-11-25', 'server', 'tools/list', task, 'ListToolsResult'],
  ['2025-11-25', 'server', 'tasks/get', task, 'GetTaskResult'],
  ['2025-11-25', 'server', 'tools/call', {}, 'CallToolResult'],
  ['2025-11-25', 'server', 'tools/call', { resultType: 'input_required' }, 'CallToolResult'],
  ['2025-11-25', 'server', 'tools/call', { resultType: 'task' }, 'CallToolResult'],
  ['2026-07-28', 'server', 'tools/call', { resultType: 'complete' }, 'CallToolResult'],
  ['2026-07-28', 'server', 'tools/call', task, 'CallToolResult'],
  ['2026-07-28', 'server', 'tools/call', { resultType: 'input_required' }, 'InputRequiredResult'],
  ['2026-07-28', 'server', undefined, { resultType: 'input_required' }, 'InputRequiredResult'],
  ['2026-07-28', 'server', 'tools/call', { resultType: 'task' }, 'Result'],
  ['2026-07-28', 'server', 'com.example/x', { resultType: 'complete' }, 'Result'],
])('in %s the answer of a %s to %s with %j is a %s', (revision, from, method, result, name) => {
  expect(resultDefinition({ revision, from, method, result: { ...result } })).toBe(name)
})
