import { describe, expect, test } from 'vitest'
import { defineServer } from '#test/support/define-server.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { resource } from './resource.js'
import { createResourceEntry, ResourceEntry, TemplateEntry } from './resource-entry.js'

const read = () => ''
const define = (options: object) => () => resource({ read, ...options } as never)

describe('a resource', () => {
  test.each<[object, string]>([
    [{}, 'resource: uri must be a string, got undefined'],
    [{ uri: 'notes' }, 'resource: uri must be an absolute URI such as "notes://today", got "notes"'],
    [
      { uri: 'notes/{id}' },
      'resource: uri must be a template of an absolute URI such as "notes://{id}", got "notes/{id}"',
    ],
    [{ uri: '1a:{id}' }, 'resource: uri must be a template of an absolute URI such as "notes://{id}", got "1a:{id}"'],
    [{ uri: 'a:b', list: () => [] }, 'resource: list is for a uri with variables'],
    [{ uri: 'a:{b}', size: 1 }, 'resource: size is for a uri without variables'],
    [{ uri: 'a:b', read: 1 }, 'resource: read must be a function, got 1'],
    [{ uri: 'a:{b}', list: 1 }, 'resource: list must be a function, got 1'],
    [{ uri: 'a:b', mimeType: 1 }, 'resource: mimeType must be a string, got 1'],
    [{ uri: 'a:{b}', complete: { c: [] } }, 'resource: complete.c is no variable of the uri. There are b'],
    [{ uri: 'a:b', complete: { c: [] } }, 'resource: complete.c is no variable of the uri. There are none'],
  ])('cannot be %j', (options, message) => {
    expect(thrownBy(define(options))).toEqual(new TypeError(message))
  })

  test.each([
    ['name', 'resource: there is no option "name"; the key in `resources` of createServer is the name.'],
    ['uriTemplate', 'resource: there is no option "uriTemplate"; use "uri".'],
    ['load', 'resource: there is no option "load"; use "read".'],
  ])('has no %s, and says what there is instead', (name, message) => {
    expect(String(thrownBy(define({ uri: 'a:b', [name]: 'x' })))).toContain(message)
  })

  test.each(['a:b', 'a+b.c-d:{x}', '{scheme}:x', 'file:///{+path}', 'A1:{x}'])('may have the uri %s', (uri) => {
    expect(resource({ uri, read })).toEqual({ uri, read })
  })

  test('may list and complete where it has variables, and have a size where it has not', () => {
    const options = { uri: 'a:{b}{?c}', list: () => [], complete: { b: ['x'], c: () => [] }, read }
    expect(resource(options)).toEqual(options)
    expect(resource({ uri: 'a:b', size: 0, read })).toEqual({ uri: 'a:b', size: 0, read })
  })
})

describe('the entry of a resource', () => {
  const { services } = defineServer().server.resources as never as {
    services: Parameters<typeof createResourceEntry>[2]
  }
  const described = {
    title: 'T',
    description: 'D',
    mimeType: 'a/b',
    annotations: { priority: 1 },
    icons: [{ src: 'https://a.example/i' }],
    _meta: { a: 1 },
  }

  test('is listed with what it was given', () => {
    const entry = createResourceEntry('n', { uri: 'a:b', size: 3, ...described, read }, services)
    expect([entry instanceof ResourceEntry, entry.kind]).toEqual([true, 'resources'])
    expect(entry.listed).toEqual({ uri: 'a:b', name: 'n', size: 3, ...described })
    expect(createResourceEntry('n', { uri: 'a:b', read }, services).listed).toEqual({ uri: 'a:b', name: 'n' })
  })

  test('is that of a template where the uri has variables', () => {
    const entry = createResourceEntry('n', { uri: 'a:{b}', ...described, read }, services)
    expect([entry instanceof TemplateEntry, entry.kind]).toEqual([true, 'resourceTemplates'])
    expect(entry.listed).toEqual({ uriTemplate: 'a:{b}', name: 'n', ...described })
    const completes = (options: object) =>
      (createResourceEntry('n', { uri: 'a:{b}', read, ...options }, services) as TemplateEntry).completes
    expect([completes({}), completes({ complete: { b: ['x'] } })]).toEqual([false, true])
  })

  test('is checked', () => {
    expect(() => createResourceEntry('n', { uri: 'b', read }, services)).toThrow(TypeError)
  })
})
