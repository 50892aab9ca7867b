// What can go wrong, in both languages: by the lab's code for it, and in Persian by the lab's own sentence where many
// people will meet it.

export const en = {
  lost: 'The connection to the lab was lost; try again in a moment.',
  busy: 'The lab is busy; try again in a moment.',
  stopped: 'The search was stopped before it had an answer.',
  'bad-json': 'This page and the lab do not understand each other; load the page anew. ({message})',
  'bad-request': 'This page and the lab do not understand each other; load the page anew. ({message})',
  'unknown-request': 'This page and the lab do not understand each other; load the page anew. ({message})',
  internal: 'Something in the lab went wrong; the next request will work as if nothing had happened. ({message})',
};

export const fa = {
  lost: 'پیوند با آزمایشگاه گسست؛ کمی بعد دوباره تلاش کنید.',
  busy: 'آزمایشگاه سرش شلوغ است؛ کمی بعد دوباره تلاش کنید.',
  stopped: 'جست‌وجو پیش از رسیدن به پاسخ ایستاد.',
  'bad-json': 'این صفحه و آزمایشگاه زبان یکدیگر را نمی‌فهمند؛ صفحه را دوباره باز کنید. ({message})',
  'bad-request': 'این صفحه و آزمایشگاه زبان یکدیگر را نمی‌فهمند؛ صفحه را دوباره باز کنید. ({message})',
  'unknown-request': 'این صفحه و آزمایشگاه زبان یکدیگر را نمی‌فهمند؛ صفحه را دوباره باز کنید. ({message})',
  internal: 'چیزی در آزمایشگاه خراب شد؛ درخواست بعدی مانند همیشه کار می‌کند. ({message})',
  'bad-input': 'این را نمی‌توان به کار برد: {message}',
  'illegal-move': 'این حرکت اکنون ممکن نیست: {message}',
  'not-found': 'چنین چیزی در آزمایشگاه نیست: {message}',
  conflict: 'اکنون نمی‌شود: {message}',
  'too-large': 'این از اندازهٔ مجاز بزرگ‌تر است: {message}',
};

const things = {
  game: 'بازی‌ای',
  replay: 'بازپخشی',
  run: 'اجرایی',
  tree: 'درختی',
  analysis: 'تحلیلی',
  lane: 'تحلیلی',
  match: 'مسابقه‌ای',
  experiment: 'آزمایشی',
  file: 'پرونده‌ای',
};

const many = {
  agents: 'عامل',
  games: 'بازی',
  lines: 'سطر',
  moves: 'حرکت',
  nodes: 'گره',
  positions: 'وضعیت',
  replays: 'بازپخش',
  seats: 'جایگاه',
  threads: 'رشتهٔ پردازش',
};

/** The lab's reasons, in Persian: `code` keeps what is spelled from left to right together. */
export const reasons = {
  'no-such': ({ what, name }, { code }) => things[what] && `${things[what]} به نام ${code(name)} نیست.`,
  'cannot-be-played': ({ action }, { code }) => `${code(action)} را این‌جا نمی‌توان بازی کرد.`,
  'not-your-turn': ({ name }, { say }) => `نوبت «${say(name)}» است.`,
  'game-over': () => 'بازی تمام شده است.',
  'game-moved-on': ({ ply }, { number }) => `بازی پیش رفته است و اکنون در حرکت ${number(ply)} است.`,
  'game-too-long': ({ most }, { number }) => `یک بازی بیش از ${number(most)} حرکت ندارد.`,
  'nothing-to-undo': () => 'هنوز کسی حرکتی نکرده است که پس گرفته شود.',
  'no-such-ply': ({ ply, last }, { number }) =>
    `حرکت ${number(ply)} در این بازی نیست؛ آخرین حرکت ${number(last)} است.`,
  'only-for-two': () => 'این تنها در بازی‌های دونفره شدنی است.',
  'no-person-there': () => 'آن‌جا عاملی بازی می‌کند؛ تنها یک نفر می‌تواند واگذار کند.',
  'nobody-to-move': () => 'این‌جا نوبت کسی نیست: بازی تمام شده است یا تاس تصمیم می‌گیرد.',
  'no-evaluation': () => 'این بازی چنین ارزیابی‌ای ندارد.',
  'people-in-match': () => 'در مسابقه تنها عامل‌ها بازی می‌کنند.',
  'bad-seed': ({ seed }, { code }) => `${code(seed)} بذر نیست؛ عددی درست و نامنفی بنویسید.`,
  'bad-time': ({ most }, { number }) => `زمان باید از ۱ تا ${number(most)} میلی‌ثانیه باشد.`,
  'setting-too-large': ({ setting, most }, { code, number }) =>
    `${code(setting)} در این آزمایشگاه بیش از ${number(most)} نمی‌شود.`,
  'too-many': ({ what, most }, { number }) => many[what] && `بیش از ${number(most)} ${many[what]} پذیرفته نمی‌شود.`,
  'message-too-large': ({ bytes, most }, { number }) =>
    `این پیام ${number(bytes)} بایت است؛ بیش از ${number(most)} بایت پذیرفته نمی‌شود.`,
  'files-too-large': ({ bytes, most }, { number }) =>
    `این پرونده‌ها ${number(bytes)} بایت‌اند؛ بیش از ${number(most)} بایت پذیرفته نمی‌شود.`,
  'games-full': ({ most }, { number }) => `${number(most)} بازی ناتمام دارید؛ نخست چند بازی را تمام یا پاک کنید.`,
  'runs-full': ({ most }, { number }) => `${number(most)} اجرا نگه داشته شده است؛ نخست چندتا را پاک کنید.`,
  'lab-full': () => 'آزمایشگاه پر از بازی است؛ کمی بعد دوباره تلاش کنید.',
  'run-going': () => 'این اجرا در جریان است؛ نخست نگهش دارید.',
  'run-not-going': () => 'این اجرا در جریان نیست.',
  'run-not-stopped': () => 'این اجرا تمام شده است یا هنوز در جریان است.',
  'no-results-yet': () => 'این اجرا هنوز آغاز نشده است.',
  'queue-full': () => fa.busy,
  closing: () => 'آزمایشگاه بسته می‌شود.',
  'broke-down': () => 'آزمایشگاه از پس این برنیامد؛ خطا از خود اوست، و کارهای دیگر مانند همیشه پیش می‌رود.',
  'agent-broke-down': ({ name }, { say }) => `«${say(name)}» از کار افتاد.`,
  'not-kept': () => 'داده‌ها را نمی‌توان نگه داشت؛ شاید دیسک پر باشد. آنچه هست سر جایش می‌ماند.',
};

/** Sentences of the lab, and the same in Persian; `code` keeps what is spelled from left to right together. */
export const sentences = [
  [
    /^'[^']*': '([^']*)' is not a setting of ([^;]+); it has (.+)$/,
    (m, code) => `${code(m[1])} از تنظیم‌های ${code(m[2])} نیست؛ این‌ها هست: ${code(m[3])}`,
  ],
  [
    /^(.+) has no agent '([^']*)'; it has (.+)$/,
    (m, code, say) => `«${say(m[1])}» عاملی به نام ${code(m[2])} ندارد؛ این‌ها را دارد: ${code(m[3])}`,
  ],
  [
    /^'[^']*': (\S+) cannot be '([^']*)'; (?:use|the game has) (.+)$/,
    (m, code) => `${code(m[1])} نمی‌تواند ${code(m[2])} باشد؛ یکی از این‌ها را بنویسید: ${code(m[3])}`,
  ],
  [
    /^(?:move (\d+): )?'([^']*)' is not [^;]+; (?:legal here:|use) (.+)$/,
    (m, code, say, digits) =>
      `${m[1] ? `حرکت ${digits(m[1])}: ` : ''}${code(m[2])} شدنی نیست؛ حرکت‌های مجاز: ${code(m[3])}`,
  ],
  [
    /^(?:.*?line \d+, column \d+: )?the bracket of line (\d+), column (\d+) is open; close it with '(.)'$/,
    (m, code, say, digits) =>
      `کروشهٔ سطر ${digits(m[1])}، ستون ${digits(m[2])} باز مانده است؛ با ${code(m[3])} ببندیدش.`,
  ],
];
