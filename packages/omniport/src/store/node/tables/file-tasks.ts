import { OmniportError } from '../../../values/errors/omniport-error.js'
import { CreationOrder } from '../../memory/creation-order.js'
import type { Tasks } from '../../tasks.js'
import type { TableServices } from './durable-map.js'
import { FileRecords } from './file-records.js'

/** `Tasks` that survive the process; the positions of deleted ones do not. */
export class FileTasks extends FileRecords implements Tasks {
  readonly #order: CreationOrder

  constructor(services: TableServices) {
    const order = new CreationOrder(maxRemembered)
    super({
      ...services,
      name: 'tasks',
      onCreate(id, owner) {
        if (owner !== undefined) order.add(id, owner)
      },
      onEnd: (id) => order.delete(id),
    })
    this.#order = order
  }

  /** Puts the tasks that were read into their order. */
  sort(): void {
    const found = [...this.table.values()].sort(([, one], [, other]) => one.created - other.created)
    for (const [id, { owner }] of found) if (owner !== undefined) this.#order.add(id, owner)
  }

  async list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    this.table.expire()
    const ids = this.#order.list(owner, after, limit)
    if (ids !== undefined) return ids
    const message = 'tasks: the position of the last listed task is forgotten, or the task belongs to another owner'
    throw new OmniportError('limit', message)
  }
}

/** Positions of deleted tasks. */
const maxRemembered = 10_000
