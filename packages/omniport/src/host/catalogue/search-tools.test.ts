import { describe, expect, test } from 'vitest'
import { commonServers } from './fixtures/common-servers.js'
import { loadCatalogue } from './fixtures/load-catalogue.js'
import { SearchTools } from './search-tools.js'

const catalogue = await loadCatalogue(commonServers)
const search = new SearchTools(catalogue)

async function namesOf(words: string, limit = 3): Promise<readonly string[]> {
  return (await search.find(words, { limit })).map(({ tool }) => tool.name)
}

describe('what people and models ask for comes first', () => {
  test.each([
    ['create issue', 'github__create_issue'],
    ['createIssue', 'github__create_issue'],
    ['create-issue', 'github__create_issue'],
    ['open a new github issue', 'github__create_issue'],
    ['comment on an issue', 'github__add_issue_comment'],
    ['list pull request files', 'github__get_pull_request_files'],
    ['merging a pull request', 'github__merge_pull_request'],
    ['search repositories', 'github__search_repositories'],
    ['new repository', 'github__create_repository'],
    ['commits', 'github__list_commits'],
    ['fork', 'github__fork_repository'],
    ['read a text file', 'filesystem__read_text_file'],
    ['rename a file', 'filesystem__move_file'],
    ['overwrite file', 'filesystem__write_file'],
    ['list directories', 'filesystem__list_directory'],
    ['file size and permissions', 'filesystem__get_file_info'],
    ['send a slack message', 'slack__slack_post_message'],
    ['emoji reaction', 'slack__slack_add_reaction'],
    ['reply in thread', 'slack__slack_reply_to_thread'],
    ['slack users', 'slack__slack_get_users'],
    ['run sql', 'postgres__query'],
    ['sql query', 'postgres__query'],
    ['list tables', 'postgres__listTables'],
    ['columns of a table', 'postgres__describeTable'],
    ['execution plan', 'postgres__explain_query'],
    ['take screenshot', 'browser__browser_take_screenshot'],
    ['screenshots of the page', 'browser__browser_take_screenshot'],
    ['click button on web page', 'browser__browser_click'],
    ['open url', 'browser__browser_navigate'],
    ['upload files', 'browser__browser_file_upload'],
    ['fill in a form', 'browser__browser_fill_form'],
    ['knowledge graph search', 'memory__search_nodes'],
    ['schedule calendar event with attendees', 'calendar__create-event'],
    ['delete event', 'calendar__delete-event'],
    ['when is everybody free', 'calendar__get-freebusy'],
    ['weather forecast', 'weather__getForecast'],
    ['severe weather alerts', 'weather__getAlerts'],
    ['stack trace of an error', 'sentry__get_issue_details'],
    ['convert timezone', 'time__convert_time'],
    ['current time in Tokyo', 'time__get_current_time'],
    ['github__create_branch', 'github__create_branch'],
    ['longitude', 'weather__getForecast'],
    ['repostory fork', 'github__fork_repository'],
  ])('%s', async (words, first) => {
    expect(await namesOf(words)).toContain(first)
    expect((await namesOf(words))[0]).toBe(first)
  })
})
