import { loadOnce } from '../../async/load-once.js'
import type { MaybePromise } from '../../async/maybe-promise.js'
import type { Resource } from '../../protocol/model/resource.js'
import type { Skill } from '../../skills/skill.js'
import type { CallOptions, ListOptions } from '../call-options.js'
import type { ClientSkills, ClientSkillsOptions } from './client-skills.js'
import type { LoadedSkill } from './loaded-skill.js'

/** The skills of a server. What asks for them is loaded with the first request: few clients do. */
export class LazySkills {
  readonly #load: () => MaybePromise<ClientSkills>

  constructor(options: ClientSkillsOptions) {
    this.#load = loadOnce(async () => {
      const { ClientSkills } = await import('./client-skills.js')
      return new ClientSkills(options)
    })
  }

  async list(options?: ListOptions): Promise<readonly Skill[]> {
    return (await this.#load()).list(options)
  }

  async get(uri: string, options?: ListOptions): Promise<Skill> {
    return (await this.#load()).get(uri, options)
  }

  async load(skill: string | Skill, options?: CallOptions): Promise<LoadedSkill> {
    return (await this.#load()).load(skill, options)
  }

  async readDirectory(uri: string, options?: CallOptions): Promise<readonly Resource[]> {
    return (await this.#load()).readDirectory(uri, options)
  }
}
