import { expect, test } from 'vitest'
import { legacyMethods, modernMethods, taskMethods } from '../../packages/omniport/src/protocol/codec/codec-of.js'
import { reservedNotifications } from '../../packages/omniport/src/protocol/methods/reserved-methods.js'
import {
  attributes,
  boundaries,
  executeTool,
  metrics,
  notifications,
  requests,
  toolError,
} from '../../packages/otel/src/conventions/names.js'

/**
 * The names in `model/mcp` (registry.yaml, common.yaml, spans.yaml, metrics.yaml) of open-telemetry/semantic-conventions-genai, as
 * of commit 0e5e6a8d59d38c9c19556a5164a83cc11a7d53ff.
 */
const model = {
  attributes: [
    'client.address',
    'client.port',
    'error.type',
    'gen_ai.operation.name',
    'gen_ai.prompt.name',
    'gen_ai.prompt.variable',
    'gen_ai.tool.call.arguments',
    'gen_ai.tool.call.result',
    'gen_ai.tool.name',
    'jsonrpc.protocol.version',
    'jsonrpc.request.id',
    'mcp.method.name',
    'mcp.protocol.version',
    'mcp.resource.uri',
    'mcp.session.id',
    'network.protocol.name',
    'network.protocol.version',
    'network.transport',
    'rpc.response.status_code',
    'server.address',
    'server.port',
  ],
  metrics: [
    'mcp.client.operation.duration',
    'mcp.client.session.duration',
    'mcp.server.operation.duration',
    'mcp.server.session.duration',
  ],
}

/** Not recorded: JSON-RPC is always 2.0, and neither a server nor a client sees the others. */
const notRecorded = ['client.address', 'client.port', 'jsonrpc.protocol.version', 'network.protocol.version']

/** Recorded with the name of a variable after it. */
const withSuffix = ['gen_ai.prompt.variable']

test('the attributes are those of the model', () => {
  const expected = model.attributes.filter((name) => !notRecorded.includes(name) && !withSuffix.includes(name))
  expect(Object.values(attributes).sort()).toEqual(expected)
})

test('the metrics are those of the model, with its boundaries', () => {
  const names = Object.values(metrics).flatMap((side) => Object.values(side))
  expect(names.sort()).toEqual(model.metrics)
  expect(boundaries).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300])
})

test('the values are those of the model', () => {
  expect([executeTool, toolError]).toEqual(['execute_tool', 'tool_error'])
})

test('the notifications are those of the protocol', () => {
  expect([...notifications]).toEqual([...reservedNotifications])
})

test('the requests are those of the protocol', () => {
  const fromClients = [legacyMethods, modernMethods, taskMethods].flatMap((methods) => Object.keys(methods))
  const others = ['elicitation/create', 'roots/list', 'sampling/createMessage', 'tasks/update']
  expect([...requests]).toEqual([...new Set([...fromClients, ...others])].sort())
})
