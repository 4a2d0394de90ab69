/** All numbers of the product that the server and the web app share. Sizes are in bytes unless stated otherwise. */
export const limits = {
  passwordMinLength: 8,
  passwordMaxLength: 1024,
  nameMaxLength: 200,
  emailMaxLength: 320,
  bioMaxLength: 1000,
  avatarBytes: 256 * 1024,
  /** The page creates pictures of this size; the server refuses pictures larger than `avatarSideMaxPx`. */
  avatarSidePx: 256,
  avatarSideMaxPx: 512,

  imapPort: 993,
  /** Maximum number of folders of an account. An account with more is not synced. */
  folders: 50_000,

  searchMinLength: 2,
  searchMaxLength: 500,
  searchDebounceMs: 300,
  searchCacheMs: 5 * 60_000,
  searchResults: 20,
  /** In Tailwind's units of 0.25 rem. */
  searchDropdownMaxHeightUnits: 80,

  pageSize: 20,
  pageSizeMax: 100,
  /** After this many pages of a list the pages become longer. */
  pagesBeforeLong: 3,
  pageSizeLong: 90,
  listScrollMarginPx: 200,
  listScrollThreshold: 0.1,
  listPreviewLength: 200,

  queryRetries: 1,
  queryRetryDelayMs: 1000,
  queryRetryDelayMaxMs: 30_000,
  queryStaleMs: 5 * 60_000,
  queryCacheMs: 5 * 60_000,

  listPanePercent: { default: 35, min: 25, max: 50 },
  replyMaxHeightPx: 300,
  composeMinHeightPx: 250,
  composeMaxHeightPx: 400,
  sidebarOpenPx: 250,
  sidebarCollapsedPx: 60,
  mobileBreakpointPx: 768,
  twoPaneBreakpointPx: 1024,
  /** Below this width the sidebar is collapsed by default: the two panes need its space. */
  sidebarBreakpointPx: 1200,
  tooltipOpenDelayMs: 700,
  tooltipSkipDelayMs: 300,
  profileMessageMs: 3000,
  /** Number of labels that a row shows; the rest are counted. */
  labelDots: 3,

  /** The landing page's bar becomes a pill after this much scrolling, in pixels. */
  navbarShrinkPx: 100,
  navbarPercent: { desktop: 40, mobile: 90 },
  navbarMinPx: 800,
  hubPhaseMs: 2000,
  demoStepMs: 800,
  starsWhenUnknown: 5,
  starsCacheMs: 3600_000,
  demoNoteMaxLength: 2000,
  skeletonDelayMs: 120,

  messageBytes: 50 * 1024 * 1024,
  fetchWholeBytes: 256 * 1024,
  headerBlockBytes: 1024 * 1024,
  headerFieldBytes: 100 * 1024,
  headerFields: 1000,
  mimeDepth: 64,
  mimeParts: 5000,
  /** Addresses in one field of a received message, and recipients of a sent one in all fields together. */
  addressesPerField: 2000,
  textBytes: 5 * 1024 * 1024,
  htmlBytes: 2 * 1024 * 1024,
  htmlDepth: 255,
  attachmentsListed: 500,

  uploadBytes: 25 * 1024 * 1024,
  /** A whole outgoing message in transfer encoding, its files in base64: this allows for 25 MiB of files. */
  outgoingBytes: 36 * 1024 * 1024,
  sendBodyBytes: 30 * 1024 * 1024,
  requestBodyBytes: 1024 * 1024,
  /** Maximum size of a request body without a session. */
  strangerBodyBytes: 64 * 1024,
  /** Maximum number of open live streams per user. */
  eventStreams: 100,
  undoSecondsMax: 30,
  undoSecondsDefault: 10,
  /** Maximum number of days after which an unanswered message can be reminded of. */
  remindDaysMax: 365,
  /** Time during which archiving and the like can be undone, and the delay before permanent removal. */
  undoChangeMs: 8000,
  undoDeleteMs: 12_000,
  /** A change can be undone with its id for this long. */
  undoRetentionMs: 10 * 60_000,
  /** For this long a change that was requested under a key is applied once, even if it is requested repeatedly. */
  changeKeysRetentionMs: 30 * 24 * 3600_000,
  labelMaxLength: 100,
  bulkIds: 1000,
  importBytes: 20 * 1024 ** 3,
  importsListedMs: 7 * 24 * 3600_000,
  /** Messages of one conversation that are returned at once. */
  threadEmails: 500,
  draftSaveMs: 1000,
  /** Minimum interval between copies of a draft to the mail server's Drafts folder. */
  draftToServerMs: 30_000,
  /** Drafts of other mail clients that the page marks. */
  unopenedDrafts: 200,
  signedUrlMs: 5 * 60_000,
  imageBytes: 10 * 1024 * 1024,
  imageTimeoutMs: 10_000,

  syncAnswerMs: 5000,
  discoveryMs: 3000,
  /** Limits of the mail a device stores to open at once and to read offline. */
  deviceRetentionMs: 7 * 24 * 3600_000,
  devicePages: 3,
  deviceMessages: 400,
  deviceMailBytes: 200_000,

  /** Browsers of one user that receive push notifications; beyond that the oldest are dropped. */
  pushSubscriptions: 10,
  /** Interval of the reports of a visible page. After a report it counts as visible for a little longer than that. */
  presenceMs: 30_000,
  presenceTtlMs: 75_000,
  apiTokenMaxDays: 366,

  changesRetentionMs: 7 * 24 * 3600_000,

  integrationsOfKind: 20,
  deliveriesPage: 25,
  deliveriesRetentionMs: 30 * 24 * 3600_000,
} as const;

/** Keys of the browser storage that outlives a page. The names are part of the contract. */
export const storageKeys = {
  token: "token",
  auth: "auth-storage",
  theme: "inlet-ui-theme",
} as const;
