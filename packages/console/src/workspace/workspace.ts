// What is loaded when it is first shown: the views that belong to no server.
export { AddPage } from './add-page.js'
export { HistoryPage } from './history-page.js'
export { PermissionsPage } from './permissions-page.js'
export { SettingsPage } from './settings-page.js'
export { TestsPage } from './tests-page.js'
