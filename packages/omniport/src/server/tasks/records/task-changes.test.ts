import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { createMemoryBus } from '../../../store/memory/memory-bus.js'
import { nextChange, TaskChanges } from './task-changes.js'

describe('changes of tasks', () => {
  test('reach those who watch all tasks, and those who listen to the one, on every node', async () => {
    const bus = createMemoryBus()
    const [here, there] = [new TaskChanges(bus, 'tasks s'), new TaskChanges(bus, 'tasks s')]
    const other = new TaskChanges(bus, 'tasks other')
    const received: string[] = []
    here.watch((id) => received.push(`watcher of ${id}`))
    there.listen('a', () => received.push('listener of a'))
    there.listen('b', () => received.push('listener of b'))
    other.watch((id) => received.push(`other ${id}`))
    here.publish('a')
    await settled()
    expect(received).toEqual(['watcher of a', 'listener of a'])
  })

  test('reach a function once for each time that it was added, until that is removed', async () => {
    const changes = new TaskChanges(createMemoryBus(), 'tasks s')
    const received: string[] = []
    const watcher = (id: string) => void received.push(id)
    const stop = changes.watch(watcher)
    changes.watch(watcher)
    changes.publish('a')
    await settled()
    stop()
    stop()
    changes.publish('b')
    await settled()
    expect(received).toEqual(['a', 'a', 'b'])
  })

  test('reach the other listeners of a task where one is removed, also by a change', async () => {
    const changes = new TaskChanges(createMemoryBus(), 'tasks s')
    const received: string[] = []
    const stop = changes.listen('a', () => {
      received.push('first')
      stop()
    })
    changes.listen('a', () => received.push('second'))
    changes.publish('a')
    changes.publish('a')
    await settled()
    expect(received).toEqual(['first', 'second', 'second'])
  })

  test('reach a listener that was added after the last one was removed, whoever removes that again', async () => {
    const changes = new TaskChanges(createMemoryBus(), 'tasks s')
    const received: string[] = []
    const stop = changes.listen('a', () => received.push('first'))
    stop()
    changes.listen('a', () => received.push('second'))
    stop()
    changes.publish('a')
    await settled()
    expect(received).toEqual(['second'])
  })

  test('reach nobody after the end', async () => {
    const bus = createMemoryBus()
    const changes = new TaskChanges(bus, 'tasks s')
    const received: string[] = []
    changes.watch((id) => received.push(id))
    changes.listen('a', () => received.push('listener'))
    changes.close()
    await bus.publish('tasks s', 'a')
    await settled()
    expect(received).toEqual([])
  })
})

describe('the next change', () => {
  function wait(signals: readonly AbortSignal[] = []) {
    const runtime = createManualRuntime()
    const changes = new TaskChanges(createMemoryBus(), 'tasks s')
    return { runtime, changes, ...nextChange({ id: 'a', changes, runtime, signals }) }
  }

  test('is a message about the task', async () => {
    const { runtime, changes, changed, stop } = wait()
    changes.publish('a')
    await changed
    expect(runtime.timers).toBe(1)
    stop()
    expect(runtime.timers).toBe(0)
  })

  test('may have come without a message after two seconds', async () => {
    const { runtime, changed, stop } = wait()
    let isOver = false
    void changed.then(() => {
      isOver = true
    })
    runtime.advance(1_999)
    await settled()
    expect(isOver).toBe(false)
    runtime.advance(1)
    await settled()
    expect(isOver).toBe(true)
    stop()
  })

  test('is no message about another task, and none after the wait was stopped', async () => {
    const { runtime, changes, changed, stop } = wait()
    let isOver = false
    void changed.then(() => {
      isOver = true
    })
    changes.publish('b')
    await settled()
    stop()
    changes.publish('a')
    runtime.advance(5_000)
    await settled()
    expect([isOver, runtime.timers]).toEqual([false, 0])
  })

  test('is given up with the reason of a signal that aborts', async () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const { changed, stop } = wait([first.signal, second.signal])
    second.abort(new Error('gone'))
    await expect(changed).rejects.toThrow('gone')
    stop()
  })

  test('is given up at once where a signal has aborted', async () => {
    const { changed, stop } = wait([new AbortController().signal, AbortSignal.abort(new Error('gone before'))])
    await expect(changed).rejects.toThrow('gone before')
    stop()
  })
})
