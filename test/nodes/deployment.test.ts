// What docs/scaling.md shows of balancers and Kubernetes is what stands in examples/nodes, and what a node does.
import { connect } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { codeBlocks, readDocument } from '../docs/code-blocks.js'
import { hasRedis, type RedisServer, startRedis, until } from '../redis/support/redis-server.js'
import { type StartedProgram, startProgram } from '../support/start-program.js'

const page = readDocument('docs/scaling.md')
const program = readDocument('examples/nodes/server.js')
const blocks = codeBlocks(page)

describe('the page about many nodes', () => {
  test.each([
    ['haproxy.cfg', ''],
    ['nodes.yaml', 'yaml'],
  ])('shows %s as it is', (file, language) => {
    const texts = blocks.filter((block) => block.language === language).map(({ text }) => text)
    expect(texts).toContain(readDocument(`examples/nodes/${file}`))
  })

  test('shows how the program of a node serves and closes as it is', () => {
    const texts = blocks.filter(({ language }) => language === 'js').map(({ text }) => text)
    expect(texts.filter((text) => text.startsWith('const { url, close } = await serveHttp('))).toEqual(
      texts.filter((text) => program.endsWith(text)),
    )
    expect(texts.filter((text) => program.endsWith(text))).toHaveLength(1)
  })
})

describe('the objects of Kubernetes', () => {
  const documents = parseAllDocuments(readDocument('examples/nodes/nodes.yaml'))
  const [deployment, service, budget] = documents.map((document) => document.toJS() as KubernetesObject)
  const pod = deployment?.spec.template?.spec
  const [container] = pod?.containers ?? []
  const variable = (name: string) => container?.env.find((each) => each.name === name)?.value

  test('are those that are needed, without an error', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([])
    expect([deployment, service, budget].map((each) => `${each?.apiVersion} ${each?.kind}`)).toEqual([
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
    ])
  })

  test('mean the same pods', () => {
    const labels = { app: 'notes' }
    const selected = [deployment?.spec.selector.matchLabels, service?.spec.selector, budget?.spec.selector.matchLabels]
    expect([deployment?.spec.template?.metadata.labels, ...selected]).toEqual([labels, labels, labels, labels])
  })

  test('send any request to any node, at the port where it listens', () => {
    const [port] = container?.ports ?? []
    const probed = [container?.readinessProbe, container?.livenessProbe].map((probe) => probe?.tcpSocket.port)
    expect([service?.spec.sessionAffinity, service?.spec.ports?.[0]?.targetPort, ...probed]).toEqual([
      'None',
      port?.name,
      port?.name,
      port?.name,
    ])
    expect(variable('PORT')).toBe(`${port?.containerPort}`)
  })

  test('set what the program reads, and nothing else', () => {
    const read = [...program.matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name)
    expect(container?.env.map(({ name }) => name).sort()).toEqual(read.sort())
  })

  test('give a node the time that it takes to close, and leave others meanwhile', () => {
    const [, drainMs = ''] = /drainMs: ([\d_]+)/.exec(program) ?? []
    const closingSeconds = (container?.lifecycle.preStop.sleep.seconds ?? 0) + Number(drainMs.replace('_', '')) / 1_000
    expect(closingSeconds).toBe(25)
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(closingSeconds)
    expect(deployment?.spec.replicas).toBeGreaterThan(budget?.spec.minAvailable ?? 0)
  })
})

describe.skipIf(!hasRedis)('a node that gets SIGTERM', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.kill())

  const startNode = async () => {
    const node = await startProgram(['examples/nodes/server.js'], {
      PORT: '0',
      HOST: '127.0.0.1',
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      SECRET: 'a secret that all nodes have: 0123456789abcdef',
    })
    return { ...node, origin: `http://127.0.0.1:${new URL(node.line).port}` }
  }

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'finishes its call with its progress, and refuses new ones; the client of %s goes on at another node',
    async (revision) => {
      const [first, second] = await Promise.all([startNode(), startNode()])
      const balancer = new Balancer(first.origin)
      const client = await connect(`${first.origin}/mcp`, { revision, fetch: balancer.fetch })
      const progress: number[] = []
      const onProgress = (each: { readonly progress: number }) => {
        if (progress.push(each.progress) > 1) return
        balancer.origin = second.origin
        first.terminate()
      }
      const { content } = await client.callTool('count', {}, { onProgress })
      expect(content).toEqual([{ type: 'text', text: 'Counted to 10' }])
      expect(progress.at(-1)).toBe(10)
      expect(await first.ended).toEqual({ code: 0, stderr: '' })
      const again = await client.callTool('count', {})
      expect(again.content).toEqual(content)
      await client.close()
      await end(second)
    },
  )

  test('refuses a new connection while a call goes on, so that its probe fails', async () => {
    const node = await startNode()
    const client = await connect(`${node.origin}/mcp`)
    let refused: Promise<unknown> | undefined
    const onProgress = () => {
      if (refused !== undefined) return
      node.terminate()
      refused = until(() => isRefused(node.origin))
    }
    const { content } = await client.callTool('count', {}, { onProgress })
    await refused
    expect(content).toEqual([{ type: 'text', text: 'Counted to 10' }])
    await client.close()
    expect(await node.ended).toEqual({ code: 0, stderr: '' })
  })

  test('ends the GET stream of a session, whose client opens it again at another node', async () => {
    const [first, second] = await Promise.all([startNode(), startNode()])
    const balancer = new Balancer(first.origin)
    const client = await connect(`${first.origin}/mcp`, { revision: '2025-11-25', fetch: balancer.fetch })
    await until(() => balancer.streams.has(first.origin))
    balancer.origin = second.origin
    first.terminate()
    await until(() => balancer.streams.has(second.origin))
    expect(await first.ended).toEqual({ code: 0, stderr: '' })
    await client.close()
    await end(second)
  })
})

/** Sends all requests to one node at a time. */
class Balancer {
  /** The nodes that have opened a GET stream. */
  readonly streams = new Set<string>()
  origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { origin } = this
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const response = await fetch(`${origin}${pathname}`, init)
    if (init?.method === 'GET' && response.ok) this.streams.add(origin)
    return response
  }
}

function isRefused(origin: string): Promise<boolean> {
  return fetch(origin, { headers: { connection: 'close' } }).then(
    () => false,
    ({ cause }: { readonly cause: { readonly code: string } }) => cause.code === 'ECONNREFUSED',
  )
}

async function end(node: StartedProgram): Promise<void> {
  node.terminate()
  expect(await node.ended).toEqual({ code: 0, stderr: '' })
}

interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: {
    readonly replicas?: number
    readonly minAvailable?: number
    readonly sessionAffinity?: string
    readonly selector: { readonly matchLabels?: object }
    readonly ports?: readonly { readonly targetPort: string }[]
    readonly template?: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly Container[] }
    }
  }
}

interface Container {
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly readinessProbe: { readonly tcpSocket: { readonly port: string } }
  readonly livenessProbe: { readonly tcpSocket: { readonly port: string } }
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
}
