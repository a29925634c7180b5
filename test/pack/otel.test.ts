import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Packed, pack } from '../support/install-package.js'
import { openNpmRegistry } from '../support/npm-registry.js'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'
import { npmTimeoutMs, runWithNpm } from '../support/run-with-npm.js'

vi.setConfig({ testTimeout: npmTimeoutMs, hookTimeout: npmTimeoutMs })

describe('the published package for traces', () => {
  let folder = ''
  let packed: Packed = { tarball: '', files: [] }
  let installed: unknown

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'))
    mkdirSync(join(folder, 'packed'))
    packed = pack('@omniport/otel', join(folder, 'packed'))
    installed = await installAsPrinted(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('installs in an empty folder, beside the SDK, with the command of the documentation', () => {
    expect(installed).toEqual({ status: 0, stdout: expect.any(String), stderr: '' })
  })

  test('has its licence, a readme, one file and the declarations, and nothing else', () => {
    const { files } = packed
    expect(files.filter((file) => !file.startsWith('dist/types/'))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/bundle/index.js',
      'package.json',
    ])
    expect(files.filter((file) => file.startsWith('dist/types/') && !file.endsWith('.d.ts'))).toEqual([])
  })

  test('traces and measures a call where it is installed', () => {
    writeFileSync(join(folder, 'traced.mjs'), traced)
    const { status, stdout, stderr } = runProgram('traced.mjs', [], folder)
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({
      spans: ['SERVER tools/call hello', 'CLIENT tools/call hello'],
      isOneTrace: true,
      metrics: ['mcp.client.operation.duration', 'mcp.server.operation.duration'],
    })
  })
})

/** A client and a server that are traced. The call is the last that both do. */
const traced = `
import { instrument } from '@omniport/otel'
import { SpanKind } from '@opentelemetry/api'
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'

const spanExporter = new InMemorySpanExporter()
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] }).register()
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const meterProvider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: metricExporter })] })
instrument({ meterProvider })

const server = createServer({ name: 's', version: '1', tools: { hello: tool({ run: () => 'Hello' }) } })
const client = await connect(server)
await client.callTool('hello', {})
const spans = spanExporter.getFinishedSpans().filter(({ name }) => name === 'tools/call hello')
await meterProvider.forceFlush()
const scopes = metricExporter.getMetrics().at(-1).scopeMetrics
await client.close()
await server.close()
await meterProvider.shutdown()
console.log(JSON.stringify({
  spans: spans.map(({ kind, name }) => SpanKind[kind] + ' ' + name),
  isOneTrace: new Set(spans.map((span) => span.spanContext().traceId)).size === 1,
  metrics: scopes.flatMap(({ metrics }) => metrics.map(({ descriptor }) => descriptor.name)).sort(),
}))
`

/** Runs the command of the documentation. */
async function installAsPrinted(folder: string) {
  const documentation = readFileSync(`${root}/docs/observability.md`, 'utf8')
  const [command = ''] = /^npm install .+$/m.exec(documentation) ?? []
  const roots = command.split(' ').slice(2)
  const registry = await openNpmRegistry([...withDependencies(roots)], join(folder, 'packed'))
  try {
    return await runWithNpm(command, { cwd: folder, home: folder, registry })
  } finally {
    await registry.close()
  }
}

/** Packages with all that they bring, as they stand in this workspace. */
function withDependencies(names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names)
  for (const name of found) {
    const path = join(root, 'node_modules', name, 'package.json')
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) found.add(dependency)
  }
  return found
}

interface Manifest {
  readonly dependencies?: object
  readonly peerDependencies?: object
}
