import type { Catalogue, Server } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { formatBytes, formatCount } from '../elements/format.js'
import { Empty } from '../elements/parts.js'
import { RequestList } from '../requests/request-list.js'
import type { Section } from '../shell/route.js'
import { useApp } from '../state/app.js'
import { type Item, ItemList } from './item-list.js'
import { PromptPage } from './prompt-page.js'
import { ResourcePage, TemplatePage } from './resource-page.js'
import { SkillPage } from './skill-page.js'
import { ToolPage } from './tool-page.js'

interface CatalogueProps {
  readonly server: Server
  readonly section: Section
  readonly item: string | undefined
}

/** What a server offers: the list, and the item that is chosen. */
export function CataloguePage({ server, section, item }: CatalogueProps) {
  const { store } = useApp()
  const catalogue = store.catalogues.value.get(server.name) ?? { server: server.name, problems: {} }
  const items = itemsOf(catalogue, section)
  const caption =
    section === 'tools' && items.length > 0 ? `${formatCount(server.tokens)} tokens for a model` : undefined
  const problem = catalogue.problems[section]
  return (
    <main class="catalogue" key={`${server.name}/${section}`}>
      <ItemList
        server={server.name}
        section={section}
        selected={item}
        items={items}
        {...(caption === undefined ? {} : { caption })}
      />
      {problem !== undefined && <p class="note warning">{`The list could not be read: ${cleanText(problem)}`}</p>}
      <Chosen server={server} section={section} item={item} />
    </main>
  )
}

function Chosen({ server, section, item }: CatalogueProps) {
  const { store } = useApp()
  const { tools, resources, templates, prompts, skills } = store.catalogues.value.get(server.name) ?? {}
  const tool = section === 'tools' ? tools?.find(({ name }) => name === item) : undefined
  if (tool !== undefined) return <ToolPage key={tool.name} server={server.name} tool={tool} />
  const resource = section === 'resources' ? resources?.find(({ uri }) => uri === item) : undefined
  if (resource !== undefined) return <ResourcePage key={resource.uri} server={server.name} resource={resource} />
  const template = section === 'resources' ? templates?.find(({ uriTemplate }) => uriTemplate === item) : undefined
  if (template !== undefined)
    return <TemplatePage key={template.uriTemplate} server={server.name} template={template} />
  const prompt = section === 'prompts' ? prompts?.find(({ name }) => name === item) : undefined
  if (prompt !== undefined) return <PromptPage key={prompt.name} server={server.name} prompt={prompt} />
  const skill = section === 'skills' ? skills?.find(({ uri }) => uri === item) : undefined
  if (skill !== undefined) return <SkillPage key={skill.uri} server={server.name} skill={skill} />
  return (
    <section class="form wide" data-pane="work" aria-label={section}>
      <NothingChosen server={server} section={section} item={item} />
      <RequestList server={server.name} />
    </section>
  )
}

const offers: Readonly<Partial<Record<Section, string>>> = {
  tools: 'Tools are what a model can do with this server.',
  resources: 'Resources are what a model or a person can read.',
  prompts: 'Prompts are messages that a server has ready for a person.',
  skills: 'Skills are instructions with files, for a model.',
}

function NothingChosen({ server, section, item }: CatalogueProps) {
  const { store } = useApp()
  const catalogue = store.catalogues.value.get(server.name)
  const count = catalogue === undefined ? 0 : itemsOf(catalogue, section).length
  if (server.state !== 'ready') {
    return (
      <Empty isPage title={`${cleanText(server.name)} is not connected`}>
        <p>{server.reason === undefined ? 'Start it to see what it offers.' : cleanText(server.reason)}</p>
      </Empty>
    )
  }
  if (item !== undefined)
    return (
      <Empty isPage title="It is not there">
        <p>{`The server has no ${cleanText(item)} any more.`}</p>
      </Empty>
    )
  const title = count === 0 ? `It offers no ${section}` : `Choose one of ${formatCount(count)} ${section}`
  return (
    <Empty isPage title={title}>
      <p>{offers[section]}</p>
      {count > 0 && <p class="soft">j and k move in the list, / filters it, Enter opens.</p>}
    </Empty>
  )
}

function itemsOf(catalogue: Catalogue, section: Section): readonly Item[] {
  const { tools = [], resources = [], templates = [], prompts = [], skills = [] } = catalogue
  if (section === 'tools') {
    return tools.map(({ name, title, description, tokens, pin }) => ({
      id: name,
      name,
      detail: description ?? title,
      note: formatCount(tokens),
      warning: pin === 'changed' ? 'changed' : undefined,
    }))
  }
  if (section === 'prompts')
    return prompts.map(({ name, title, description }) => ({ id: name, name, detail: description ?? title }))
  if (section === 'skills') {
    return skills.map(({ uri, skill, description, tokens }) => ({
      id: uri,
      name: skill,
      detail: description,
      note: formatCount(tokens),
    }))
  }
  return [
    ...resources.map(({ uri, name, title, description, size }) => ({
      id: uri,
      name: title ?? name,
      detail: description ?? uri,
      note: size === undefined ? undefined : formatBytes(size),
    })),
    ...templates.map(({ uriTemplate, name, title }) => ({
      id: uriTemplate,
      name: title ?? name,
      detail: uriTemplate,
      note: 'template',
    })),
  ]
}
