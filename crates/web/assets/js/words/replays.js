// Words of the area "replays", in both languages.

export const en = {
  title: 'Replays', lead: 'Every game that was played to its end is kept here. Open one to go through it, analyse it, play on from any move, or share it.',
  empty: 'No finished games yet', emptyAbout: 'Play a game to its end, or bring in games that somebody saved: they appear here by themselves.', play: 'Play a game',
  plies: '{n} moves', delete: 'Delete', deleteSure: 'Delete this game of {title}? This cannot be taken back.', saveAll: 'Save all games',
  import: 'Bring games in', importAbout: 'One game a line, as “Save the game” and plylab export write them. Drop a file here, choose one, or paste the lines.',
  lines: 'Games, one a line', bring: 'Bring in', chooseFile: 'Choose a file', nothing: 'There is nothing to bring in yet: paste a line, or choose a file.',
  errorLine: 'line {line} (left here as line {row}):', brought: '{n} games brought in', loading: 'Fetching the game …', gone: 'This game cannot be shown.', badLink: 'The link does not hold a game; part of it may have been lost.', all: 'All replays',
  unfinished: 'not played to its end', wonMany: '{name} win', keep: 'Keep it', kept: 'It is among your replays now.', length: '{n} characters',
};

export const fa = {
  title: 'بازپخش‌ها', lead: 'هر بازی که تا پایان رفته باشد اینجا می‌ماند. یکی را باز کنید تا حرکت‌به‌حرکت ببینید، تحلیل کنید، از هر جا ادامه دهید یا هم‌رسانی کنید.',
  empty: 'هنوز بازیِ پایان‌یافته‌ای نیست', emptyAbout: 'یک بازی را تا پایان ببرید، یا بازی‌هایی را که کسی ذخیره کرده بیاورید: خودشان اینجا پیدا می‌شوند.', play: 'یک بازی',
  plies: '{n} حرکت', delete: 'حذف', deleteSure: 'این بازیِ {title} حذف شود؟ این کار بازگشت ندارد.', saveAll: 'ذخیرهٔ همهٔ بازی‌ها',
  import: 'آوردن بازی‌ها', importAbout: 'هر سطر یک بازی، همان‌گونه که «ذخیرهٔ بازی» و plylab export می‌نویسند. پرونده‌ای را اینجا رها کنید، برگزینید، یا سطرها را بچسبانید.',
  lines: 'بازی‌ها، هر سطر یکی', bring: 'بیاور', chooseFile: 'گزینش پرونده', nothing: 'هنوز چیزی برای آوردن نیست: سطری بچسبانید یا پرونده‌ای برگزینید.',
  errorLine: 'سطر {line} (اینجا سطر {row}):', brought: '{n} بازی آورده شد', loading: 'بازی آورده می‌شود…', gone: 'این بازی را نمی‌توان نشان داد.', badLink: 'این پیوند بازی‌ای در خود ندارد؛ شاید بخشی از آن گم شده باشد.', all: 'همهٔ بازپخش‌ها',
  unfinished: 'تا پایان نرفته', wonMany: '{name} بردند', keep: 'نگه داشتن', kept: 'اکنون در میان بازپخش‌های شماست.', length: '{n} نویسه',
};
