// Words of the area "experiments", in both languages.

export const en = {
  title: 'Experiments',
  lead: 'Ask a question that one game cannot answer: let agents play hundreds of games, and see tables and plots grow while they do.',
  shipped: 'From the reports',
  runs: 'Earlier runs',
  noRuns:
    'Nothing has been played yet. Choose “Quick” on one of the cards above: it takes a few seconds, and its results stay here.',
  quick: 'Quick',
  full: 'Full',
  edit: 'Read and change',
  sizes: 'quick {few} games, full {games} games',
  nGames: '{n} games',
  games: '{done} of {total} games',
  own: 'own',
  ownTitle: 'Your own experiment',
  ownLead: 'Choose a game, who plays, and what to vary. Every combination is played and becomes a row of the table.',
  tabs: { label: 'Form or file', form: 'Form', text: 'File' },
  file: 'The experiment as a file',
  textAbout: 'The file is TOML. It is checked while you type; nothing is played before you start it.',
  plan: 'What will be played',
  noPlan: 'As soon as everything fits, it says here how many games that makes.',
  cells: '{cells} cells, {games} games',
  section: 'section {n}',
  example: { title: 'How deep should it look?', name: 'against chance' },
  form: {
    title: 'Title',
    seed: 'Seed',
    name: 'What this part is called',
    game: 'Game',
    players: 'Who plays',
    player: 'Player {n}',
    rest: '{name} and all others',
    addPlayer: 'Another player',
    removePlayer: 'Remove this player',
    axes: 'What is varied',
    axesAbout:
      'Write a name in braces, such as {depth}, where a value belongs, in a player or in the game; then list the values here, with blanks between them.',
    axis: 'Name',
    values: 'Values',
    addAxis: 'Another axis',
    removeAxis: 'Remove this axis',
    games: 'Games a cell',
    quick: 'Games a cell when quick',
    start: 'Who begins',
    opening: 'Drawn opening moves',
    starts: { fixed: 'always the first', alternate: 'they take turns', random: 'drawn' },
    addSection: 'Another part',
    removeSection: 'Remove this part',
    notWhole: 'This is not a whole number; use one such as 100.',
  },
  state: { queued: 'waiting', running: 'running', stopped: 'stopped', done: 'finished', failed: 'failed' },
  seconds: '{n} s',
  minutes: '{n} min',
  hours: '{n} h',
  rate: '{n} games a second',
  left: '{time} left',
  began: 'begun {when}',
  stop: 'Stop',
  stopAbout: 'Finishes the games in hand; what is there is kept.',
  stopNow: 'Stop at once',
  resume: 'Go on',
  delete: 'Delete',
  deleteSure: 'Delete “{title}” with all its games? This cannot be taken back.',
  views: { label: 'Results', tables: 'Tables', plots: 'Plots', report: 'Report', games: 'Games', file: 'File' },
  fetching: 'Fetching the games …',
  noGames: 'No game has ended yet.',
  gamesShown: 'Games {from} to {to} of {n}',
  gamesBefore: 'Games before',
  gamesAfter: 'Games after',
  gameColumns: { game: 'game', players: 'who played', moves: 'moves', end: 'the first player' },
  ends: { win: 'won', loss: 'lost', draw: 'drew', none: 'did not finish' },
  noTables: 'The first games are being played; the table appears here as soon as one has ended.',
  noPlots: 'There is nothing to plot yet.',
  machine: 'depends on the machine',
  savePlot: 'Save the plot',
  take: 'To take away',
  downloads: {
    html: 'Report as a page',
    csv: 'Tables',
    json: 'Everything',
    md: 'Report as text',
    games: 'All games',
    toml: 'The experiment file',
  },
  openReport: 'Open the report in a new tab',
  manifest: 'Plylab {version}, seed {seed}, {games} games.',
  back: 'All experiments',
  gone: 'This run is not there.',
};

export const fa = {
  title: 'آزمایش‌ها',
  lead: 'پرسشی بپرسید که یک بازی پاسخش را نمی‌دهد: بگذارید عامل‌ها صدها بازی کنند و هم‌زمان رشد جدول‌ها و نمودارها را ببینید.',
  shipped: 'از گزارش‌ها',
  runs: 'اجراهای پیشین',
  noRuns:
    'هنوز چیزی اجرا نشده است. روی یکی از کارت‌های بالا «کوتاه» را بزنید: چند ثانیه طول می‌کشد و نتیجه‌اش همین‌جا می‌ماند.',
  quick: 'کوتاه',
  full: 'کامل',
  edit: 'خواندن و تغییر',
  sizes: 'کوتاه {few} بازی، کامل {games} بازی',
  nGames: '{n} بازی',
  games: '{done} از {total} بازی',
  own: 'دلخواه',
  ownTitle: 'آزمایش خودتان',
  ownLead: 'بازی، بازیکنان و آنچه باید تغییر کند را برگزینید. هر ترکیب بازی می‌شود و سطری از جدول است.',
  tabs: { label: 'فرم یا پرونده', form: 'فرم', text: 'پرونده' },
  file: 'آزمایش به صورت پرونده',
  textAbout: 'قالب پرونده TOML است و هنگام نوشتن بررسی می‌شود؛ تا آغاز نکنید چیزی بازی نمی‌شود.',
  plan: 'چه بازی خواهد شد',
  noPlan: 'همین که همه‌چیز درست باشد، اینجا گفته می‌شود چند بازی خواهد شد.',
  cells: '{cells} خانه، {games} بازی',
  section: 'بخش {n}',
  example: { title: 'تا چه عمقی باید نگاه کرد؟', name: 'در برابر بخت' },
  form: {
    title: 'عنوان',
    seed: 'بذر',
    name: 'نام این بخش',
    game: 'بازی',
    players: 'چه کسی بازی می‌کند',
    player: 'بازیکن {n}',
    rest: '{name} و همهٔ دیگران',
    addPlayer: 'یک بازیکن دیگر',
    removePlayer: 'حذف این بازیکن',
    axes: 'چه چیزی تغییر می‌کند',
    axesAbout:
      'هر جا مقداری لازم است، در بازیکن یا بازی، نامی در آکولاد مانند {depth} بنویسید؛ سپس مقدارها را با فاصله اینجا فهرست کنید.',
    axis: 'نام',
    values: 'مقدارها',
    addAxis: 'یک محور دیگر',
    removeAxis: 'حذف این محور',
    games: 'بازی در هر خانه',
    quick: 'بازی در هر خانه، کوتاه',
    start: 'چه کسی آغاز می‌کند',
    opening: 'حرکت‌های آغازین قرعه‌ای',
    starts: { fixed: 'همیشه نفر نخست', alternate: 'به نوبت', random: 'به قید قرعه' },
    addSection: 'یک بخش دیگر',
    removeSection: 'حذف این بخش',
    notWhole: 'این عدد صحیح نیست؛ عددی مانند ۱۰۰ بنویسید.',
  },
  state: { queued: 'در صف', running: 'در حال اجرا', stopped: 'ایستاده', done: 'پایان‌یافته', failed: 'ناموفق' },
  seconds: '{n} ثانیه',
  minutes: '{n} دقیقه',
  hours: '{n} ساعت',
  rate: '{n} بازی در ثانیه',
  left: '{time} مانده',
  began: 'آغاز {when}',
  stop: 'ایست',
  stopAbout: 'بازی‌های در دست را تمام می‌کند؛ آنچه هست می‌ماند.',
  stopNow: 'ایست فوری',
  resume: 'ادامه',
  delete: 'حذف',
  deleteSure: '«{title}» با همهٔ بازی‌هایش حذف شود؟ این کار بازگشت ندارد.',
  views: { label: 'نتیجه‌ها', tables: 'جدول‌ها', plots: 'نمودارها', report: 'گزارش', games: 'بازی‌ها', file: 'پرونده' },
  fetching: 'بازی‌ها آورده می‌شود…',
  noGames: 'هنوز هیچ بازی‌ای تمام نشده است.',
  gamesShown: 'بازی‌های {from} تا {to} از {n}',
  gamesBefore: 'بازی‌های پیشین',
  gamesAfter: 'بازی‌های پسین',
  gameColumns: { game: 'بازی', players: 'بازیکنان', moves: 'حرکت', end: 'بازیکن نخست' },
  ends: { win: 'برد', loss: 'باخت', draw: 'مساوی', none: 'تمام نکرد' },
  noTables: 'نخستین بازی‌ها در جریان است؛ همین که یکی تمام شود جدول اینجا می‌آید.',
  noPlots: 'هنوز چیزی برای رسم نیست.',
  machine: 'به دستگاه بستگی دارد',
  savePlot: 'ذخیرهٔ نمودار',
  take: 'برای بردن',
  downloads: {
    html: 'گزارش به صورت صفحه',
    csv: 'جدول‌ها',
    json: 'همه‌چیز',
    md: 'گزارش به صورت متن',
    games: 'همهٔ بازی‌ها',
    toml: 'پروندهٔ آزمایش',
  },
  openReport: 'باز کردن گزارش در زبانهٔ تازه',
  files: {
    'report-a': {
      title: 'گزارش A: پک‌من جدولی بر حسب عمق',
      about:
        'برنامهٔ گزارش A: مینیماکس با شمارش حرکت‌ها در پک‌من جدولی در برابر دو روح تصادفی، مانند گزارش ده بازی در هر عمق.',
    },
    'report-a-large': {
      title: 'گزارش A با بازی‌های بسیار و ژرف‌تر',
      about:
        'برنامهٔ گزارش A با شمار بازی کافی برای جدا کردن عمق‌ها، و در عمق‌های ۷ تا ۹؛ سپس با راه‌های دیگر برای انتخاب میان حرکت‌های هم‌ارزش، و با ارزیابی بهتر.',
    },
    'report-b': {
      title: 'گزارش B: واکنشی، مینیماکس، آلفا-بتا و اکسپکتیماکس در پک‌من',
      about:
        'عامل‌های گزارش B: در تله، در همهٔ نقشه‌ها، در برابر روح‌های تصادفی و شکارچی؛ و اینکه مینیماکس و آلفا-بتا چند حالت می‌سازند.',
    },
    'report-c': {
      title: 'گزارش C: سیم بر حسب عمق، ترتیب و ارزیابی',
      about:
        'برنامهٔ گزارش C در برابر بازیکن تصادفی، همان‌گونه که بود، تعمیرشده، و با رتبه‌بندی باخت‌ها؛ سپس پرسش‌های پایانی آن: عمق، ترتیب فرزندان و ارزیابی چه می‌کنند.',
    },
    'report-d': {
      title: 'گزارش D: تله، عامل واکنشی و ارزیابی بهتر در پک‌من',
      about: 'ده بازیِ گزارش D در تله، همان با صد هزار بازی، و عامل واکنشی و ارزیابی بهتر آن در همهٔ نقشه‌ها.',
    },
    'report-e': {
      title: 'گزارش E: مینیماکس در برابر MCTS در چهار در یک ردیف',
      about:
        'دو برنامهٔ گزارش E در برابر بخت، در برابر هم، با شمار حالت برابر در هر حرکت، و در یک دورهٔ کامل برای رتبه‌بندی.',
    },
    'pacman-strong': {
      title: 'پک‌من تا چه اندازه نیرومند می‌شود',
      about: 'برنامه‌ریز روی نقشهٔ گزارش A و نقشه‌های کلاسیک، و ارزیابی تنظیم‌شده در کنار ارزیابی گزارش D در همان جست‌وجو.',
    },
    levels: {
      title: 'ترازهای چهار در یک ردیف',
      about:
        'بازیکنانی که مانند آدم‌ها خطا می‌کنند: هر تراز باید تراز پایین‌تر را آشکارا ببرد، بهترین حرکت را بیشتر بیابد و امتیاز کمتری از دست بدهد.',
    },
  },
  manifest: 'Plylab {version}، بذر {seed}، {games} بازی.',
  back: 'همهٔ آزمایش‌ها',
  gone: 'چنین اجرایی نیست.',
};

/** The columns of the lab's tables, in Persian. */
export const columns = {
  depth: 'عمق',
  run: 'نوبت',
  games: 'بازی‌ها',
  wins: 'برد',
  draws: 'مساوی',
  losses: 'باخت',
  players: 'بازیکنان',
  agent: 'عامل',
  pairing: 'جفت',
  program: 'برنامه',
  ghosts: 'روح‌ها',
  layout: 'نقشه',
  eval: 'ارزیابی',
  order: 'ترتیب',
  'win rate (95 %)': 'نرخ برد (95 ٪)',
  'mean score (95 %)': 'میانگین امتیاز (95 ٪)',
  highest: 'بیشترین',
  lowest: 'کمترین',
  median: 'میانه',
  'own moves': 'حرکت‌های خودی',
  'own moves a game': 'حرکت خودی در هر بازی',
  rounds: 'دور',
  'states a move': 'حالت در هر حرکت',
  'leaves a move': 'برگ در هر حرکت',
  'cuts a move': 'برش در هر حرکت',
  'table hits a move': 'یافتهٔ جدول در هر حرکت',
  branching: 'شاخه‌ها',
  'own time a game': 'زمان خودی در هر بازی',
  'own time a move': 'زمان خودی در هر حرکت',
  'at the move limit': 'در سقف حرکت',
  forfeits: 'واگذاری',
  first: 'نخست',
  second: 'دوم',
  'second minus first (95 %)': 'دوم منهای نخست (95 ٪)',
  verdict: 'داوری',
  cell: 'خانه',
  what: 'چه چیزی',
  source: 'منبع',
  theirs: 'آن‌ها',
  ours: 'ما',
  'in words': 'به زبان ساده',
  scores: 'امتیازها',
};

/** Units of time, in Persian. */
export const units = { us: 'میکروثانیه', ms: 'میلی‌ثانیه', s: 'ثانیه', min: 'دقیقه', h: 'ساعت' };

/** What plots measure, in Persian. */
const measures = {
  'win rate': 'نرخ برد',
  'mean score': 'میانگین امتیاز',
  score: 'امتیاز',
  'time a move': 'زمان هر حرکت',
  'effective branching factor': 'شاخه‌بندی مؤثر',
};
const measure = (name) => measures[name] ?? columns[name] ?? name;

/** Sentences of the lab's reports, and the same in Persian. */
const sentences = [
  [/^(.+): neighbours compared$/, (m) => `${m[1]}: مقایسهٔ همسایه‌ها`],
  [/^(.+): ours beside theirs$/, (m) => `${m[1]}: عددهای ما در کنار عددهای گزارش`],
  [/^Ratings: (.+)$/, (m) => `رتبه‌ها: ${m[1]}`],
  [/^(.+): (.+) by ([^,]+)(, .+)?$/, (m) => `${m[1]}: ${measure(m[2])} بر حسب ${measure(m[3])}${m[4] ?? ''}`],
  [/^bars are 95 % intervals$/, () => 'خط‌ها بازه‌های ۹۵ درصدی‌اند'],
  [
    /^zero is the mean of those who can be compared; bars are 95 % intervals$/,
    () => 'صفر میانگین کسانی است که با هم سنجیدنی‌اند؛ خط‌ها بازه‌های ۹۵ درصدی‌اند',
  ],
  [/^each game, or how many of them, by score$/, () => 'هر بازی، یا شمار بازی‌ها، بر حسب امتیاز'],
  [/^the same in every game$/, () => 'در همهٔ بازی‌ها یکسان'],
  [/^the same difference in every game$/, () => 'در همهٔ بازی‌ها با یک تفاوت'],
  [/^no difference shown, (p .+)$/, (m) => `تفاوتی دیده نشد، ${m[1]}`],
  [
    /^the second (scores|makes) ([\d.,]+)( points a game)? (more|less), (p [^,;]+)$/,
    (m) =>
      `دومی ${m[3] ? 'در هر بازی ' : ''}${m[2]} امتیاز ${m[4] === 'more' ? 'بیشتر' : 'کمتر'} می‌گیرد، ${m[5]}`,
  ],
  [
    /^Cells of the same game had the same dice, game by game; what the dice gave to both cancels out\.$/,
    () => 'خانه‌های یک بازی، بازی به بازی، تاس‌های یکسان داشتند؛ آنچه تاس به هر دو داد از میان می‌رود.',
  ],
  [
    /^All games of (one cell|(\d+) cells) went the same way: .+$/,
    (m) =>
      `همهٔ بازی‌های ${m[2] ?? 'یک'} خانه یک‌جور گذشت: در آن‌ها هیچ‌چیز تصادفی نیست، پس بازه‌هایشان معنایی ندارد و بازی بیشتر چیز تازه‌ای نمی‌گوید.`,
  ],
  [
    /^(\d+) of (\d+) games are there: the rest is still to be played\.$/,
    (m) => `${m[1]} از ${m[2]} بازی آماده است؛ مانده هنوز بازی نشده.`,
  ],
  [/^([a-z]+) (\d+)$/, (m) => (columns[m[1]] ? `${columns[m[1]]} ${m[2]}` : m[0])],
];

/** What a report says, in Persian; null if nobody has translated it. */
export function told(text) {
  for (const [pattern, build] of sentences) {
    const match = pattern.exec(text);
    if (match) return build(match);
  }
  return null;
}

/** What a plot says, in Persian; what nobody has translated stays as it is. */
export const drawn = (text) => told(text) ?? measure(text);
