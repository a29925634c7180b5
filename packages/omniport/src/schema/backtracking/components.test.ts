import fc from 'fast-check'
import { expect, test } from 'vitest'
import { componentsOf } from './components.js'

type Graph = Readonly<Record<number, readonly number[]>>

/** The nodes that can be reached from some, in groups of those that can reach each other. */
function groupsOf(graph: Graph, roots: readonly number[]): readonly (readonly number[])[] {
  const components = componentsOf(roots, (node) => graph[node] ?? [])
  const groups = new Map<number, number[]>()
  for (const [node, component] of components) groups.set(component, [...(groups.get(component) ?? []), node])
  return [...groups.values()].map((group) => group.sort()).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

test.each<readonly [name: string, graph: Graph, roots: readonly number[], groups: readonly (readonly number[])[]]>([
  ['nothing', {}, [], []],
  ['a node', {}, [5], [[5]]],
  ['a node that leads to itself', { 1: [1] }, [1], [[1]]],
  ['a row', { 1: [2], 2: [3] }, [1], [[1], [2], [3]]],
  ['a circle', { 1: [2], 2: [3], 3: [1] }, [2], [[1, 2, 3]]],
  ['a circle and what leads out of it', { 1: [2], 2: [1, 3], 3: [] }, [1], [[1, 2], [3]]],
  ['a circle and what leads into it', { 1: [2], 2: [3], 3: [2] }, [1], [[1], [2, 3]]],
  [
    'two circles, the first of which leads to the second',
    { 1: [2], 2: [1, 3], 3: [4], 4: [3] },
    [1],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['two circles that share a node', { 1: [2, 3], 2: [1], 3: [1] }, [1], [[1, 2, 3]]],
  ['a circle that is closed late', { 1: [2, 4], 2: [3], 3: [], 4: [1] }, [1], [[1, 4], [2], [3]]],
  ['what no root leads to', { 1: [2], 3: [1] }, [1], [[1], [2]]],
  ['several roots', { 1: [2], 3: [4], 4: [3] }, [1, 3, 2], [[1], [2], [3, 4]]],
])('%s', (_name, graph, roots, groups) => {
  expect(groupsOf(graph, roots)).toEqual(groups)
})

test('a long row needs no deep stack', () => {
  const length = 50_000
  const next = (node: number) => (node + 1 < length ? [node + 1] : [0])
  expect(new Set(componentsOf([0], next).values()).size).toBe(1)
})

test('nodes of any graph are together exactly if they can reach each other', () => {
  const edges = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 16 })
  fc.assert(
    fc.property(edges, (pairs) => {
      const graph: Record<number, number[]> = {}
      for (const [from, to] of pairs) graph[from] = [...(graph[from] ?? []), to]
      const nodes = [0, 1, 2, 3, 4, 5, 6]
      const found = componentsOf(nodes, (node) => graph[node] ?? [])
      const reach = nodes.map((node) => reachedFrom(node, graph))
      for (const one of nodes) {
        for (const other of nodes) {
          const areTogether = one === other || (reach[one]?.has(other) === true && reach[other]?.has(one) === true)
          expect(found.get(one) === found.get(other)).toBe(areTogether)
        }
      }
    }),
    { numRuns: 300 },
  )
})

function reachedFrom(root: number, graph: Graph): ReadonlySet<number> {
  const reached = new Set<number>()
  const queue = [...(graph[root] ?? [])]
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (reached.has(node)) continue
    reached.add(node)
    queue.push(...(graph[node] ?? []))
  }
  return reached
}
