// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createConsoleApi } from './console-api.js'

afterEach(() => vi.restoreAllMocks())

test('an export is saved as a file, and its address given up', async () => {
  const blob = new Blob(['one\n'])
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue({ ok: true, status: 200, blob: async () => blob } as Response)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one')
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const clicked: (readonly [string, string])[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push([this.getAttribute('href') ?? '', this.download])
  })
  await createConsoleApi('secret').download('format=audit', 'audit.jsonl')
  expect(clicked).toEqual([['blob:one', 'audit.jsonl']])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/1/export?format=audit')
  expect(URL.createObjectURL).toHaveBeenCalledWith(blob)
  expect(revoked.mock.calls).toEqual([['blob:one']])
})
