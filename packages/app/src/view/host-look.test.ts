import { describe, expect, test } from 'vitest'
import type { HostContext } from '../messages/host-context.js'
import { HostLook } from './host-look.js'

/** A document without a browser. */
function createDocument() {
  const variables = new Map<string, string>()
  const style = {
    setProperty: (name: string, value: string) => void variables.set(name, value),
    removeProperty: (name: string) => void variables.delete(name),
  } as Record<string, unknown>
  const dataset: Record<string, string> = {}
  const head: { textContent: string; tag: string }[] = []
  const document = {
    documentElement: { style, dataset },
    head: {
      appendChild: (element: (typeof head)[number]) => {
        head.push(element)
        return element
      },
    },
    createElement: (tag: string) => ({ textContent: '', tag }),
  } as unknown as Document
  const look = new HostLook(document)
  return { apply: (context: HostContext) => look.apply(context), style, dataset, head, variables }
}

const sizes = ({ height, width, maxHeight, maxWidth }: Record<string, unknown>) => [height, width, maxHeight, maxWidth]

describe('the look of a host', () => {
  test('is its theme, which stays until there is another one', () => {
    const { apply, style, dataset } = createDocument()
    apply({})
    expect([dataset['theme'], style['colorScheme']]).toEqual([undefined, undefined])
    apply({ theme: 'dark' })
    apply({})
    expect([dataset['theme'], style['colorScheme']]).toEqual(['dark', 'dark'])
  })

  test('is its variables, and those that are gone are taken back', () => {
    const { apply, variables } = createDocument()
    apply({ styles: { variables: { '--font-sans': 'Inter', '--font-mono': undefined, color: 'red' } as object } })
    expect([...variables]).toEqual([
      ['--font-sans', 'Inter'],
      ['--font-mono', ''],
    ])
    apply({ styles: { variables: { '--font-mono': 'Mono' } } })
    expect([...variables]).toEqual([['--font-mono', 'Mono']])
    apply({})
    expect([...variables]).toEqual([])
  })

  test('is its fonts, in one element', () => {
    const { apply, head } = createDocument()
    apply({ styles: { css: {} } })
    expect(head).toEqual([])
    apply({ styles: { css: { fonts: 'a' } } })
    apply({ styles: { css: { fonts: 'b' } } })
    expect(head).toEqual([{ tag: 'style', textContent: 'b' }])
    apply({})
    expect(head).toEqual([{ tag: 'style', textContent: '' }])
  })

  test.each([
    [{}, ['', '', '', '']],
    [{ width: 5, height: 6 }, ['100vh', '100vw', '', '']],
    [{ maxWidth: 5, maxHeight: 6 }, ['', '', '6px', '5px']],
    [{ width: 5, maxWidth: 7, height: 6, maxHeight: 8 }, ['100vh', '100vw', '', '']],
  ])('is the size of its frame: %j', (containerDimensions, expected) => {
    const { apply, style } = createDocument()
    apply({ containerDimensions })
    expect(sizes(style)).toEqual(expected)
  })
})
