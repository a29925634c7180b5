import type { TaskStatus } from '../../../protocol/model/task.js'
import type { CallOptions } from '../../call-options.js'
import type { ExtensionResultRunner } from '../../extensions/extension-result-runner.js'
import type { StartedTask } from '../started-task.js'
import { ExtensionTask, type TaskServices } from './extension-task.js'

/** A task of the extension that is polled only when its result is requested. */
export class StartedExtensionTask implements StartedTask {
  readonly #task: ExtensionTask
  readonly #runner: ExtensionResultRunner

  private constructor(task: ExtensionTask, runner: ExtensionResultRunner) {
    this.#task = task
    this.#runner = runner
  }

  /** `created` is the result of the call. Rejects with OmniportError `invalid_result`. */
  static async create(
    created: Readonly<Record<string, unknown>>,
    runner: ExtensionResultRunner,
    services: TaskServices,
  ): Promise<StartedExtensionTask> {
    const task = await runner.run(async (ctx) => new ExtensionTask(created, ctx, services), {})
    return new StartedExtensionTask(task, runner)
  }

  get id(): string {
    return this.#task.id
  }

  get status(): TaskStatus {
    return this.#task.status
  }

  async run(options: Pick<CallOptions, 'signal' | 'maxTimeoutMs'> = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#runner.decodeFinal(await this.#runner.run((ctx) => this.#task.run(ctx), options))
  }

  cancel(): Promise<void> {
    return this.#task.cancel()
  }
}
