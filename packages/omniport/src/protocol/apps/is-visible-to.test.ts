import { expect, test } from 'vitest'
import { isVisibleTo } from './is-visible-to.js'

const seenBy = (_meta: unknown) =>
  (['model', 'app'] as const).map((caller) => isVisibleTo(caller, { _meta } as Parameters<typeof isVisibleTo>[1]))

test.each<[unknown, readonly boolean[]]>([
  [undefined, [true, true]],
  [{}, [true, true]],
  [{ ui: {} }, [true, true]],
  [{ ui: 'text' }, [true, true]],
  ['text', [true, true]],
  [{ ui: { visibility: ['model'] } }, [true, false]],
  [{ ui: { visibility: ['app'] } }, [false, true]],
  [{ ui: { visibility: ['app', 'model'] } }, [true, true]],
  [{ ui: { visibility: [] } }, [false, false]],
  [{ ui: { visibility: 'model' } }, [false, false]],
  [{ ui: { visibility: null } }, [false, false]],
])('a tool with the metadata %j is seen by models and by apps: %j', (meta, expected) => {
  expect(seenBy(meta)).toEqual(expected)
})
